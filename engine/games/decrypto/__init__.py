"""Three-seat Decrypto: an encoder, a decoder and an interceptor."""
