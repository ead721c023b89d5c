package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import dev.tenon.oauth.client.Logout;
import java.net.URI;

/** Tells an authorization server that its tokens are not wanted any more (RFC 7009). */
final class Leaving {
    private final Settings settings;
    private final Web web;
    private final Registrar registrar;
    private final Issuers issuers;

    Leaving(Settings settings, Web web, Registrar registrar, Issuers issuers) {
        this.settings = settings;
        this.web = web;
        this.registrar = registrar;
        this.issuers = issuers;
    }

    /**
     * Has the tokens revoked by the one that gave them.
     *
     * @throws dev.tenon.oauth.client.AuthorizationException when it cannot be asked
     */
    Logout revoke(Tokens tokens) {
        AuthorizationServer server = issuers.again(tokens.issuer(), settings.server());
        URI endpoint = server.metadata().getRevocationEndpointURI();
        Client client = registrar.known(server);
        if (endpoint == null || client == null || !client.id().equals(tokens.clientId())) {
            return Logout.FORGOTTEN;
        }
        // The refresh token first: with it usually goes all that came of it.
        boolean refresh =
                tokens.refresh() == null || send(endpoint, server, client, new RefreshToken(tokens.refresh()));
        boolean access = send(endpoint, server, client, new TypelessAccessToken(tokens.access()));
        return refresh && access ? Logout.REVOKED : Logout.FORGOTTEN;
    }

    private boolean send(URI endpoint, AuthorizationServer server, Client client, Token token) {
        ClientAuthentication authentication = client.authentication(server.issuer());
        TokenRevocationRequest request = authentication == null
                ? new TokenRevocationRequest(endpoint, client.clientId(), token)
                : new TokenRevocationRequest(endpoint, authentication, token);
        return web.send(request.toHTTPRequest(), "the revocation endpoint").indicatesSuccess();
    }
}
