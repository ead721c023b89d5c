package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import dev.tenon.http.HeaderNames;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.model.Revision;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.internal.IssuerMetadata;
import dev.tenon.oauth.internal.WebAnswer;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the metadata of authorization servers (RFC 8414 and OpenID Connect Discovery 1.0). */
record Issuers(Web web) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    private static final String OAUTH = "oauth-authorization-server";
    private static final String WHAT = "the authorization server's metadata";

    /**
     * The authorization server with that identifier.
     *
     * @throws AuthorizationException when there are no metadata of it
     */
    AuthorizationServer of(String issuer) {
        URI uri = Resources.parse(issuer);
        if (uri == null || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new AuthorizationException("Not an issuer identifier: " + Quote.shortened(issuer));
        }
        String foreign = null;
        for (URI place : IssuerMetadata.places(uri)) {
            Json document = web.get(place, Map.of(), WHAT).document();
            if (document == null) {
                continue;
            }
            String named = document.string("issuer");
            if (issuer.equals(named)) {
                return new AuthorizationServer(issuer, metadata(document, issuer), true);
            }
            LOG.warn("Metadata at {} are not those of {}: they are not used", place, Quote.shortened(issuer));
            foreign = String.valueOf(named);
        }
        throw new AuthorizationException("There are no metadata of the authorization server "
                + Quote.shortened(issuer)
                + (foreign == null ? "" : ", only of " + Quote.shortened(foreign) + ", which is another one"));
    }

    /**
     * The authorization server that stands beside a server of 2025-03-26, which had no protected resource metadata: at its
     * origin, and if it has no metadata at the places that the revision gives it.
     *
     * @throws AuthorizationException when what is there are the metadata of another one
     */
    AuthorizationServer beside(URI server) {
        String base = HttpUrls.origin(server);
        Map<String, String> headers = Map.of(HeaderNames.PROTOCOL_VERSION, Revision.V2025_03_26.wireName());
        WebAnswer answer = web.get(IssuerMetadata.wellKnown(server, OAUTH, false), headers, WHAT);
        Json document = answer.document();
        if (document == null) {
            LOG.debug("{} has no metadata for a login: the places of 2025-03-26 are tried", base);
            return AuthorizationServer.undocumented(base);
        }
        String named = document.string("issuer");
        if (!base.equals(named)) {
            throw new AuthorizationException("The metadata at " + base + " are those of another authorization server, "
                    + Quote.shortened(named));
        }
        return new AuthorizationServer(base, metadata(document, base), true);
    }

    /** The authorization server that gave tokens before, for that server. */
    AuthorizationServer again(String issuer, URI server) {
        try {
            return of(issuer);
        } catch (AuthorizationException e) {
            // One of 2025-03-26 may have no metadata: its issuer was made of its address.
            if (issuer.equals(HttpUrls.origin(server))) {
                return beside(server);
            }
            throw e;
        }
    }

    private static AuthorizationServerMetadata metadata(Json document, String issuer) {
        try {
            return AuthorizationServerMetadata.parse(document.toString());
        } catch (ParseException | IllegalArgumentException e) {
            throw new AuthorizationException(
                    "The metadata of " + Quote.shortened(issuer) + " make no sense: "
                            + Quote.visible(String.valueOf(e.getMessage()), 200),
                    e);
        }
    }
}
