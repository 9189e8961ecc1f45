"""Where the OpenAPI document is read, by programs and by people."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from jassclub.api.document import Generator
from jassclub.api.preconditions import conditional, digest_of
from jassclub.api.views import GENERATING
from jassclub.core.languages import FOR_PROGRAMS


class InEnglish(APIView):
    """Answers in English, whoever asks."""

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """And says so."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Content-Language"] = FOR_PROGRAMS
        return answer


class TryItView(InEnglish, SpectacularSwaggerSplitView):
    """The page to read and to try the API."""

    url_name = "schema"
    template_name = "web/try_it.html"


class DocumentView(InEnglish, SpectacularAPIView):
    """The document, which is written once and sent as it stands."""

    written: ClassVar[dict[str, str | bytes]] = {}

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """In the form that Accept asks for."""
        form = request.accepted_renderer
        kind = form.media_type
        # Race: the generator breaks where two threads load its extensions at once.
        with GENERATING:
            if kind not in self.written:
                written = Generator().get_schema(request, public=True)  # type: ignore[no-untyped-call]
                self.written[kind] = form.render(written)
        text = self.written[kind]
        headers = {"Content-Disposition": f'inline; filename="jassclub.{form.format}"'}
        file = HttpResponse(text, content_type=kind, headers=headers)
        return conditional(request, digest_of(text), lambda: file)
