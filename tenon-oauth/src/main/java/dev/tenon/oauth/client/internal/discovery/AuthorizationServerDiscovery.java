package dev.tenon.oauth.client.internal.discovery;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.WellKnownUrls;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which authorization server guards a server, in the order of the specification (authorization server
 * discovery).
 */
public record AuthorizationServerDiscovery(
        OAuthClientSettings settings, RestrictedHttpClient web, IssuerMetadataReader issuers) {
    private static final String RESOURCE = "oauth-protected-resource";
    private static final String METADATA = "the protected resource metadata";

    /**
     * What is to be known to get in.
     *
     * @param named the {@code resource_metadata} of a challenge, or null
     * @throws AuthorizationException when nothing is found, or what is found does not hold
     */
    public DiscoveryResult discover(@Nullable String named) {
        ProtectedResourceMetadata resource = named == null ? readWellKnown() : readNamed(named);
        if (resource == null) {
            AuthorizationServer beside = issuers.readAtOrigin(settings.server());
            return new DiscoveryResult(ResourceIdentifiers.canonical(settings.server()), null, false, beside);
        }
        return new DiscoveryResult(
                resource.identifier(),
                resource.scopes(),
                resource.requestsDpop(),
                issuers.read(selectIssuer(resource)));
    }

    /** Whether the server has metadata at a well-known place. */
    public boolean hasMetadata() {
        return readWellKnown() != null;
    }

    private ProtectedResourceMetadata readNamed(String named) {
        URI uri = ResourceIdentifiers.parse(named);
        if (uri == null) {
            throw new AuthorizationException(
                    "The server names no address of its metadata, but " + Excerpts.quote(named));
        }
        ProtectedResourceMetadata resource = readMetadata(uri);
        if (resource == null) {
            throw new AuthorizationException("There is no protected resource metadata at " + Excerpts.quote(named)
                    + ", where the server says that it is");
        }
        return resource;
    }

    private @Nullable ProtectedResourceMetadata readWellKnown() {
        List<URI> places = new ArrayList<>();
        if (!ResourceIdentifiers.canonical(settings.server()).getRawPath().isEmpty()) {
            places.add(WellKnownUrls.wellKnownUrl(settings.server(), RESOURCE, true));
        }
        places.add(WellKnownUrls.wellKnownUrl(settings.server(), RESOURCE, false));
        for (URI place : places) {
            ProtectedResourceMetadata resource = readMetadata(place);
            if (resource != null) {
                return resource;
            }
        }
        return null;
    }

    private @Nullable ProtectedResourceMetadata readMetadata(URI place) {
        Json document = web.get(place, Map.of(), METADATA).jsonObject();
        ProtectedResourceMetadata resource = document == null ? null : ProtectedResourceMetadata.parse(document);
        if (resource != null && !ResourceIdentifiers.covers(resource.identifier(), settings.server())) {
            throw new AuthorizationException("The metadata of the server are those of another one, "
                    + Excerpts.quote(resource.identifier().toString()) + ": tokens for that are not asked for");
        }
        return resource;
    }

    /** The choice is the client's: the one that knows it, or the first. */
    private String selectIssuer(ProtectedResourceMetadata resource) {
        if (resource.issuers().isEmpty()) {
            throw new AuthorizationException("The metadata of the server name no authorization server");
        }
        PreregisteredClient client = settings.client();
        String mine = client == null ? null : client.issuer();
        if (mine == null) {
            return resource.issuers().get(0);
        }
        if (!resource.issuers().contains(mine)) {
            throw new AuthorizationException("This client is registered with " + mine
                    + ", but the server now leads to "
                    + Excerpts.quote(resource.issuers().get(0))
                    + ". Its credentials are not tried there: register it with that one");
        }
        return mine;
    }
}
