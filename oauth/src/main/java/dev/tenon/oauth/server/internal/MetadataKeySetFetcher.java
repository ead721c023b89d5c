package dev.tenon.oauth.server.internal;

import dev.tenon.json.JsonException;
import dev.tenon.oauth.internal.WellKnownUrls;
import java.io.IOException;
import java.net.URI;

/**
 * Fetches the keys of an issuer from the URL in its metadata (RFC 8414 and OpenID Connect Discovery). The issuer in the
 * metadata must be exactly the configured one.
 */
public record MetadataKeySetFetcher(String issuer, HttpFetcher fetcher) implements CachingKeySource.KeySetFetcher {

    @Override
    public byte[] fetch() throws IOException {
        IOException first = null;
        for (URI metadata : WellKnownUrls.issuerMetadataUrls(URI.create(issuer))) {
            try {
                return fetcher.get(readJwksUri(metadata));
            } catch (IOException e) {
                if (first == null) {
                    first = new IOException(metadata + " " + e.getMessage(), e);
                }
            }
        }
        throw first == null ? new IOException("no metadata URL") : first;
    }

    private URI readJwksUri(URI url) throws IOException {
        try {
            var metadata = HttpFetcher.JSON.read(fetcher.get(url));
            if (!issuer.equals(metadata.string("issuer"))) {
                throw new IOException("contains the metadata of a different issuer");
            }
            String jwksUri = metadata.string("jwks_uri");
            if (jwksUri == null) {
                throw new IOException("contains no jwks_uri");
            }
            return HttpFetcher.requireSecure(URI.create(jwksUri));
        } catch (JsonException | IllegalArgumentException e) {
            throw new IOException("is not the metadata of an authorization server: " + e.getMessage(), e);
        }
    }
}
