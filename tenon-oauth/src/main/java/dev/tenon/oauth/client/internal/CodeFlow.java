package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.Prompt;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.Consent;
import dev.tenon.oauth.client.TokenRefusedException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A person logs in: the authorization code flow, always with PKCE. */
record CodeFlow(Settings settings, Web web, Registrar registrar, TokenEndpoint tokens) {
    /**
     * Has the person log in.
     *
     * @param asking run before the person is asked
     * @throws AuthorizationException when they do not, or what comes back does not hold
     */
    Answered run(Found found, @Nullable Set<String> scopes, @Nullable DpopKey key, Runnable asking) {
        AuthorizationServer server = found.server();
        if (!server.knowsPkce()) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not say that it knows PKCE with S256, without which nobody is sent there");
        }
        URI endpoint = server.authorizationEndpoint();
        // The browser looks the name up itself: this keeps it from what the server must not name at all.
        var unused = web.rules().check(endpoint, "the authorization endpoint");
        URI before = registrar.registeredRedirect(server);
        try (Loopback loopback = Loopback.open(settings.redirect(), before == null ? 0 : before.getPort())) {
            Pending pending = pending(server, loopback.redirect());
            PushedRequest pushed = new PushedRequest(web);
            URI page;
            try {
                page = pushed.page(server, pending.client(), request(endpoint, pending, found, scopes, key));
            } catch (TokenRefusedException e) {
                if (!registrar.refused(server, pending.client(), e)) {
                    throw e;
                }
                // Nobody has seen a page yet: the client is registered anew at once.
                pending = pending(server, loopback.redirect());
                page = pushed.page(server, pending.client(), request(endpoint, pending, found, scopes, key));
            }
            asking.run();
            consent(found, endpoint, pending.client(), scopes);
            if (!settings.browser().open(page)) {
                throw new AuthorizationException("The page to log in could not be shown to anybody");
            }
            String code = code(loopback, pending);
            return new Answered(pending.client(), exchanged(found, pending, code, key));
        }
    }

    /** Which client got what. */
    record Answered(Client client, AccessTokenResponse response) {
        /** Without the tokens. */
        @Override
        public String toString() {
            return "Answered[" + client + "]";
        }
    }

    private void consent(Found found, URI endpoint, Client client, @Nullable Set<String> scopes) {
        Consent.Plan plan = new Consent.Plan(settings.server(), found.server().issuer(), endpoint, client.id(), scopes);
        if (!settings.consent().allows(plan)) {
            throw new AuthorizationException("The login was not wanted");
        }
    }

    private Pending pending(AuthorizationServer server, URI redirect) {
        Client client = registrar.forLogin(server, redirect);
        return new Pending(server, client, redirect, new CodeVerifier(), new State().getValue());
    }

    private static AuthorizationRequest request(
            URI endpoint, Pending pending, Found found, @Nullable Set<String> scopes, @Nullable DpopKey key) {
        AuthorizationRequest.Builder request = new AuthorizationRequest.Builder(
                        ResponseType.CODE, pending.client().clientId())
                .endpointURI(endpoint)
                .redirectionURI(pending.redirect())
                .state(new State(pending.state()))
                .codeChallenge(pending.verifier(), CodeChallengeMethod.S256)
                .resource(found.resource());
        if (scopes != null) {
            request.scope(Scopes.scope(scopes));
            if (scopes.contains(Scopes.OFFLINE)) {
                // OpenID Connect Core, section 11: without it the scope may be ignored.
                request.prompt(Prompt.Type.CONSENT);
            }
        }
        if (key != null) {
            request.dPoPJWKThumbprintConfirmation(key.confirmation());
        }
        return request.build();
    }

    private String code(Loopback loopback, Pending pending) {
        String query;
        try {
            query = loopback.await(settings.limits().loginTime(), pending::owns, pending::isRight);
        } catch (AuthorizationException e) {
            registrar.forget(pending.server(), pending.client());
            throw e;
        }
        try {
            return pending.code(query);
        } catch (TokenRefusedException e) {
            if (!e.code().equals("access_denied")) {
                registrar.forget(pending.server(), pending.client());
            }
            throw e;
        }
    }

    private AccessTokenResponse exchanged(Found found, Pending pending, String code, @Nullable DpopKey key) {
        try {
            AuthorizationCodeGrant grant =
                    new AuthorizationCodeGrant(new AuthorizationCode(code), pending.redirect(), pending.verifier());
            return tokens.ask(pending.server(), pending.client(), grant, null, found.resource(), key);
        } catch (TokenRefusedException e) {
            boolean unused = registrar.refused(pending.server(), pending.client(), e);
            throw e;
        }
    }
}
