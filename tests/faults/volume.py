"""A small disk of its own: it can be full, and lose what was not yet written through."""

import fcntl
import os
import shutil
import struct
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

SHUT_DOWN = 0x8004587D
"""EXT4_IOC_SHUTDOWN, with which the kernel's own tests take the power away."""
WITHOUT_ITS_LOG = struct.pack("I", 2)


class Volume:
    """A folder that is a disk where this may be mounted; `mounted` says whether it is."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options = folder, options
        folder.mkdir()
        self.mounted = os.geteuid() == 0 and shutil.which("mount") is not None and self.mount()

    @classmethod
    def in_memory(cls, folder: Path, size: int) -> "Volume":
        return cls(folder, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")

    @classmethod
    def of_a_file(cls, folder: Path, size: int) -> "Volume":
        """With a file system that keeps its promises when the power is cut: ext4."""
        image = folder.with_suffix(".img")
        with image.open("wb") as file:
            file.truncate(size)
        if shutil.which("mkfs.ext4") is not None:
            subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
        return cls(folder, "-o", "loop", str(image))

    def mount(self) -> bool:
        """Whether the system allows it."""
        command = ["mount", *self._options, str(self.folder)]
        return subprocess.call(command, stderr=subprocess.DEVNULL) == 0

    def unmount(self) -> None:
        if self.mounted:
            subprocess.run(["umount", str(self.folder)], check=True)

    @property
    def ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Not a byte more, even when what was set aside for the writing of it is given back."""
        for piece in (1 << 20, 1 << 12, 1):
            with suppress(OSError), self.ballast.open("ab", buffering=0) as file:
                while True:
                    file.write(bytes(piece))
            os.sync()
        with pytest.raises(OSError, match="No space left"):
            (self.folder / "more").write_bytes(b"x")
        (self.folder / "more").unlink()

    def empty(self) -> None:
        """Room again."""
        self.ballast.unlink()

    def cut(self) -> None:
        """The power is gone: what is not on the disk by now never will be."""
        if self.mounted:
            place = os.open(self.folder, os.O_RDONLY)
            fcntl.ioctl(place, SHUT_DOWN, WITHOUT_ITS_LOG)
            os.close(place)

    def power(self) -> None:
        """The power is back, and nobody has the disk in use."""
        if self.mounted:
            self.unmount()
            assert self.mount()
