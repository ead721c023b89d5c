package dev.tenon.oauth.client.internal.discovery;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.PreregisteredClient;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.WellKnownUrls;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Discovers the authorization server of an MCP server, in the order of the specification (MCP authorization, section
 * "Authorization Server Discovery").
 */
public record AuthorizationServerDiscovery(
        OAuthClientSettings settings, RestrictedHttpClient web, IssuerMetadataReader issuers) {
    private static final String RESOURCE = "oauth-protected-resource";
    private static final String METADATA = "the protected resource metadata";

    /**
     * Discovers the authorization server and the parameters of token requests.
     *
     * @param metadataUrl the {@code resource_metadata} of a challenge, or null
     * @throws AuthorizationException if there are no metadata, or they are invalid
     */
    public DiscoveryResult discover(@Nullable String metadataUrl) {
        ProtectedResourceMetadata resource =
                metadataUrl == null ? readWellKnownResourceMetadata() : requireResourceMetadataAt(metadataUrl);
        if (resource == null) {
            AuthorizationServer server = issuers.readAtOrigin(settings.server());
            return new DiscoveryResult(ResourceIdentifiers.canonical(settings.server()), null, false, server);
        }
        AuthorizationServer server = issuers.read(selectIssuer(resource));
        return new DiscoveryResult(resource.identifier(), resource.scopes(), resource.requestsDpop(), server);
    }

    /** Returns whether the MCP server has metadata at a well-known URL, which it requests. */
    public boolean hasProtectedResourceMetadata() {
        return readWellKnownResourceMetadata() != null;
    }

    private ProtectedResourceMetadata requireResourceMetadataAt(String metadataUrl) {
        URI uri = ResourceIdentifiers.parse(metadataUrl);
        if (uri == null) {
            throw new AuthorizationException(
                    "The server sent an invalid URL of its metadata: " + Excerpts.quote(metadataUrl));
        }
        ProtectedResourceMetadata resource = readResourceMetadata(uri);
        if (resource == null) {
            throw new AuthorizationException("There is no protected resource metadata at " + Excerpts.quote(metadataUrl)
                    + ", the URL that the server sent");
        }
        return resource;
    }

    private @Nullable ProtectedResourceMetadata readWellKnownResourceMetadata() {
        URI server = settings.server();
        boolean hasPath = !ResourceIdentifiers.canonical(server).getRawPath().isEmpty();
        ProtectedResourceMetadata resource =
                hasPath ? readResourceMetadata(WellKnownUrls.wellKnownUrl(server, RESOURCE, true)) : null;
        return resource != null ? resource : readResourceMetadata(WellKnownUrls.wellKnownUrl(server, RESOURCE, false));
    }

    private @Nullable ProtectedResourceMetadata readResourceMetadata(URI url) {
        var document = web.getFollowingRedirects(url, Map.of(), METADATA).jsonObjectOrNull();
        ProtectedResourceMetadata resource = document == null ? null : ProtectedResourceMetadata.parse(document);
        if (resource != null && !ResourceIdentifiers.covers(resource.identifier(), settings.server())) {
            throw new AuthorizationException("The metadata of the server are those of a different server, "
                    + Excerpts.quote(resource.identifier().toString()) + ": the client requests no token for it");
        }
        return resource;
    }

    /** Selects the issuer at which the client is registered, or the first one. */
    private String selectIssuer(ProtectedResourceMetadata resource) {
        if (resource.issuers().isEmpty()) {
            throw new AuthorizationException("The metadata of the server contain no authorization server");
        }
        PreregisteredClient client = settings.client();
        String issuer = client == null ? null : client.issuer();
        if (issuer == null) {
            return resource.issuers().get(0);
        }
        if (!resource.issuers().contains(issuer)) {
            throw new AuthorizationException("This client is registered with " + issuer
                    + ", but the server now names "
                    + Excerpts.quote(resource.issuers().get(0))
                    + ". The client does not send its credentials there: register it at that authorization server");
        }
        return issuer;
    }
}
