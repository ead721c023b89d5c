package dev.tenon.oauth.server.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.oauth.internal.WellKnownUrls;
import java.io.IOException;
import java.net.URI;

/**
 * The keys of an issuer, at the address that its metadata names (RFC 8414, and OpenID Connect Discovery). The metadata
 * must name the issuer exactly as it is configured.
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
        throw first == null ? new IOException("no place to look at") : first;
    }

    private URI readJwksUri(URI place) throws IOException {
        try {
            Json metadata = HttpFetcher.JSON.read(fetcher.get(place));
            if (!issuer.equals(metadata.string("issuer"))) {
                throw new IOException("is the metadata of another issuer");
            }
            String address = metadata.string("jwks_uri");
            if (address == null) {
                throw new IOException("names no jwks_uri");
            }
            return HttpFetcher.requireSecure(URI.create(address));
        } catch (JsonException | IllegalArgumentException e) {
            throw new IOException("is no metadata of an authorization server: " + e.getMessage(), e);
        }
    }
}
