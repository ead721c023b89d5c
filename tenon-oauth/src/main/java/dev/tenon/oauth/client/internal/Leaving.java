package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Token;
import com.nimbusds.oauth2.sdk.token.TypelessAccessToken;
import dev.tenon.json.Quote;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Logout;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells an authorization server that its tokens are not wanted any more (RFC 7009). */
record Leaving(Settings settings, Web web, Registrar registrar, Issuers issuers) {
    /** Has the tokens revoked by the one that gave them, the refresh token first: with it usually goes all that came of it. */
    Logout revoke(Tokens tokens) {
        List<String> problems = new ArrayList<>();
        Function<Token, @Nullable String> revocation = revocation(tokens);
        Logout.Outcome refresh = tokens.refresh() == null
                ? Logout.Outcome.ABSENT
                : outcome(revocation.apply(new RefreshToken(tokens.refresh())), "the refresh token: ", problems);
        Logout.Outcome access =
                outcome(revocation.apply(new TypelessAccessToken(tokens.access())), "the access token: ", problems);
        return new Logout(
                refresh,
                access,
                access == Logout.Outcome.FORGOTTEN ? tokens.expires() : null,
                problems.isEmpty() ? null : String.join("; ", problems));
    }

    private static Logout.Outcome outcome(@Nullable String problem, String what, List<String> problems) {
        if (problem == null) {
            return Logout.Outcome.REVOKED;
        }
        problems.add(what + problem);
        return Logout.Outcome.FORGOTTEN;
    }

    /** Revokes a token, and answers why that failed, or null. */
    private Function<Token, @Nullable String> revocation(Tokens tokens) {
        try {
            AuthorizationServer server = issuers.again(tokens.issuer(), settings.server());
            URI endpoint = server.metadata().getRevocationEndpointURI();
            Client client = registrar.known(server);
            if (endpoint == null) {
                return token -> server.issuer() + " offers no revocation";
            }
            if (client == null || !client.id().equals(tokens.clientId())) {
                return token -> "the client that it was given to is not known here any more";
            }
            return token -> send(endpoint, server, client, token);
        } catch (AuthorizationException e) {
            return token -> String.valueOf(e.getMessage());
        }
    }

    private @Nullable String send(URI endpoint, AuthorizationServer server, Client client, Token token) {
        try {
            ClientAuthentication authentication = client.authentication(server.issuer());
            TokenRevocationRequest request = authentication == null
                    ? new TokenRevocationRequest(endpoint, client.clientId(), token)
                    : new TokenRevocationRequest(endpoint, authentication, token);
            HTTPResponse answer = web.send(request.toHTTPRequest(), "the revocation endpoint");
            String code = ErrorObject.parse(answer).getCode();
            return answer.indicatesSuccess()
                    ? null
                    : server.issuer() + " answers " + (code == null ? "" : Quote.visible(code, 100) + " ")
                            + "(HTTP status " + answer.getStatusCode() + ")";
        } catch (AuthorizationException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
