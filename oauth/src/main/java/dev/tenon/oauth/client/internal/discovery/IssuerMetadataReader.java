package dev.tenon.oauth.client.internal.discovery;

import static dev.tenon.oauth.internal.OAuthLog.CLIENT_LOG;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.WellKnownUrls;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.Map;

/** Reads the metadata of authorization servers (RFC 8414 and OpenID Connect Discovery 1.0). */
public record IssuerMetadataReader(RestrictedHttpClient web) {
    private static final String OAUTH = "oauth-authorization-server";
    private static final String WHAT = "the authorization server's metadata";

    /**
     * Reads the authorization server with this issuer identifier.
     *
     * @throws AuthorizationException if there are no valid metadata of it
     */
    AuthorizationServer read(String issuer) {
        URI uri = ResourceIdentifiers.parse(issuer);
        if (uri == null || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new AuthorizationException("Not an issuer identifier: " + Excerpts.quote(issuer));
        }
        String otherIssuer = null;
        for (URI url : WellKnownUrls.issuerMetadataUrls(uri)) {
            Json document = web.getFollowingRedirects(url, Map.of(), WHAT).jsonObjectOrNull();
            if (document == null) {
                continue;
            }
            String metadataIssuer = document.string("issuer");
            if (issuer.equals(metadataIssuer)) {
                return new AuthorizationServer(issuer, parseMetadata(document, issuer), true);
            }
            CLIENT_LOG.warn("Ignoring the metadata at {}: they are not those of {}", url, Excerpts.quote(issuer));
            otherIssuer = String.valueOf(metadataIssuer);
        }
        throw new AuthorizationException("There are no metadata of the authorization server "
                + Excerpts.quote(issuer)
                + (otherIssuer == null ? "" : ", only of the different server " + Excerpts.quote(otherIssuer)));
    }

    /**
     * Reads the authorization server at the origin of a server of revision 2025-03-26, which has no protected resource
     * metadata. Without metadata it has the default endpoints of that revision.
     *
     * @throws AuthorizationException if the metadata are those of a different authorization server
     */
    AuthorizationServer readAtOrigin(URI server) {
        String base = HttpUrls.origin(server);
        Map<String, String> headers = Map.of(HeaderNames.PROTOCOL_VERSION, Revision.V2025_03_26.wireName());
        URI url = WellKnownUrls.wellKnownUrl(server, OAUTH, false);
        Json document = web.getFollowingRedirects(url, headers, WHAT).jsonObjectOrNull();
        if (document == null) {
            CLIENT_LOG.debug("{} has no authorization metadata: using the default endpoints of 2025-03-26", base);
            return AuthorizationServer.withoutMetadata(base);
        }
        String metadataIssuer = document.string("issuer");
        if (!base.equals(metadataIssuer)) {
            throw new AuthorizationException("The metadata at " + base
                    + " are those of a different authorization server, " + Excerpts.quote(metadataIssuer));
        }
        return new AuthorizationServer(base, parseMetadata(document, base), true);
    }

    /** Reads the authorization server that issued earlier tokens for this server. */
    public AuthorizationServer readIssuerOfTokens(String issuer, URI server) {
        try {
            return read(issuer);
        } catch (AuthorizationException e) {
            // A server of 2025-03-26 may have no metadata; its issuer is its origin.
            if (issuer.equals(HttpUrls.origin(server))) {
                return readAtOrigin(server);
            }
            throw e;
        }
    }

    private static AuthorizationServerMetadata parseMetadata(Json document, String issuer) {
        try {
            return AuthorizationServerMetadata.parse(document.toString());
        } catch (ParseException | IllegalArgumentException e) {
            throw new AuthorizationException(
                    "The metadata of " + Excerpts.quote(issuer) + " are invalid: "
                            + Excerpts.escapeInvisible(String.valueOf(e.getMessage()), 200),
                    e);
        }
    }
}
