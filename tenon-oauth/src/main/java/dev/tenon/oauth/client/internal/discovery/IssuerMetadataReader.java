package dev.tenon.oauth.client.internal.discovery;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import dev.tenon.http.HeaderNames;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import dev.tenon.oauth.internal.WellKnownUrls;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the metadata of authorization servers (RFC 8414 and OpenID Connect Discovery 1.0). */
public record IssuerMetadataReader(RestrictedHttpClient web) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    private static final String OAUTH = "oauth-authorization-server";
    private static final String WHAT = "the authorization server's metadata";

    /**
     * The authorization server with that identifier.
     *
     * @throws AuthorizationException when there are no metadata of it
     */
    AuthorizationServer read(String issuer) {
        URI uri = ResourceIdentifiers.parse(issuer);
        if (uri == null || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new AuthorizationException("Not an issuer identifier: " + Excerpts.quote(issuer));
        }
        String foreign = null;
        for (URI place : WellKnownUrls.issuerMetadataUrls(uri)) {
            Json document = web.get(place, Map.of(), WHAT).jsonObject();
            if (document == null) {
                continue;
            }
            String named = document.string("issuer");
            if (issuer.equals(named)) {
                return new AuthorizationServer(issuer, parse(document, issuer), true);
            }
            LOG.warn("Metadata at {} are not those of {}: they are not used", place, Excerpts.quote(issuer));
            foreign = String.valueOf(named);
        }
        throw new AuthorizationException("There are no metadata of the authorization server "
                + Excerpts.quote(issuer)
                + (foreign == null ? "" : ", only of " + Excerpts.quote(foreign) + ", which is another one"));
    }

    /**
     * The authorization server that stands beside a server of 2025-03-26, which had no protected resource metadata: at
     * its origin, and if it has no metadata at the places that the revision gives it.
     *
     * @throws AuthorizationException when what is there are the metadata of another one
     */
    AuthorizationServer readAtOrigin(URI server) {
        String base = HttpUrls.origin(server);
        Map<String, String> headers = Map.of(HeaderNames.PROTOCOL_VERSION, Revision.V2025_03_26.wireName());
        OAuthHttpResponse answer = web.get(WellKnownUrls.wellKnownUrl(server, OAUTH, false), headers, WHAT);
        Json document = answer.jsonObject();
        if (document == null) {
            LOG.debug("{} has no metadata for a login: the places of 2025-03-26 are tried", base);
            return AuthorizationServer.withoutMetadata(base);
        }
        String named = document.string("issuer");
        if (!base.equals(named)) {
            throw new AuthorizationException(
                    "The metadata at " + base + " are those of another authorization server, " + Excerpts.quote(named));
        }
        return new AuthorizationServer(base, parse(document, base), true);
    }

    /** The authorization server that gave tokens before, for that server. */
    public AuthorizationServer readPrevious(String issuer, URI server) {
        try {
            return read(issuer);
        } catch (AuthorizationException e) {
            // One of 2025-03-26 may have no metadata: its issuer was made of its address.
            if (issuer.equals(HttpUrls.origin(server))) {
                return readAtOrigin(server);
            }
            throw e;
        }
    }

    private static AuthorizationServerMetadata parse(Json document, String issuer) {
        try {
            return AuthorizationServerMetadata.parse(document.toString());
        } catch (ParseException | IllegalArgumentException e) {
            throw new AuthorizationException(
                    "The metadata of " + Excerpts.quote(issuer) + " make no sense: "
                            + Excerpts.escapeInvisible(String.valueOf(e.getMessage()), 200),
                    e);
        }
    }
}
