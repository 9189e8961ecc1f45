// The table page on the phone: what waits for the network, and what others have written.
