package dev.tenon.oauth.client.internal.login;

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
import dev.tenon.oauth.client.ConsentPolicy;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.DiscoveryResult;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import dev.tenon.oauth.client.internal.endpoint.AuthorizationRequestPusher;
import dev.tenon.oauth.client.internal.endpoint.ClientRegistrar;
import dev.tenon.oauth.client.internal.endpoint.TokenEndpointClient;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A person logs in: the authorization code flow, always with PKCE. */
public record AuthorizationCodeFlow(
        OAuthClientSettings settings, RestrictedHttpClient web, ClientRegistrar registrar, TokenEndpointClient tokens) {
    /**
     * Has the person log in.
     *
     * @param asking run before the person is asked
     * @throws AuthorizationException when they do not, or what comes back does not hold
     */
    public LoginResult run(
            DiscoveryResult found, @Nullable Set<String> scopes, @Nullable DpopKey key, Runnable asking) {
        AuthorizationServer server = found.server();
        if (!server.supportsPkce()) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not say that it knows PKCE with S256, without which nobody is sent there");
        }
        URI endpoint = server.authorizationEndpoint();
        // The browser looks the name up itself: this keeps it from what the server must not name at all.
        var unused = web.rules().resolveAllowed(endpoint, "the authorization endpoint");
        URI before = registrar.registeredRedirect(server);
        try (LoopbackRedirectListener loopback =
                LoopbackRedirectListener.open(settings.redirectUri(), before == null ? 0 : before.getPort())) {
            PendingLogin pending = newPendingLogin(server, loopback.redirect());
            AuthorizationRequestPusher pushed = new AuthorizationRequestPusher(web);
            URI page;
            try {
                page = pushed.createLoginUrl(
                        server, pending.client(), buildRequest(endpoint, pending, found, scopes, key));
            } catch (OAuthErrorException e) {
                if (!registrar.handleRefusal(server, pending.client(), e)) {
                    throw e;
                }
                // Nobody has seen a page yet: the client is registered anew at once.
                pending = newPendingLogin(server, loopback.redirect());
                page = pushed.createLoginUrl(
                        server, pending.client(), buildRequest(endpoint, pending, found, scopes, key));
            }
            asking.run();
            requireConsent(found, endpoint, pending.client(), scopes);
            if (!settings.browser().open(page)) {
                throw new AuthorizationException("The page to log in could not be shown to anybody");
            }
            String code = awaitCode(loopback, pending);
            return new LoginResult(pending.client(), exchangeCode(found, pending, code, key));
        }
    }

    /** Which client got what. */
    public record LoginResult(ClientIdentity client, AccessTokenResponse response) {
        /** Without the tokens. */
        @Override
        public String toString() {
            return "Answered[" + client + "]";
        }
    }

    private void requireConsent(
            DiscoveryResult found, URI endpoint, ClientIdentity client, @Nullable Set<String> scopes) {
        ConsentPolicy.LoginRequest plan = new ConsentPolicy.LoginRequest(
                settings.server(), found.server().issuer(), endpoint, client.id(), scopes);
        if (!settings.consentPolicy().allows(plan)) {
            throw new AuthorizationException("The login was not wanted");
        }
    }

    private PendingLogin newPendingLogin(AuthorizationServer server, URI redirect) {
        ClientIdentity client = registrar.getOrRegister(server, redirect);
        return new PendingLogin(server, client, redirect, new CodeVerifier(), new State().getValue());
    }

    private static AuthorizationRequest buildRequest(
            URI endpoint,
            PendingLogin pending,
            DiscoveryResult found,
            @Nullable Set<String> scopes,
            @Nullable DpopKey key) {
        AuthorizationRequest.Builder request = new AuthorizationRequest.Builder(
                        ResponseType.CODE, pending.client().clientId())
                .endpointURI(endpoint)
                .redirectionURI(pending.redirect())
                .state(new State(pending.state()))
                .codeChallenge(pending.verifier(), CodeChallengeMethod.S256)
                .resource(found.resource());
        if (scopes != null) {
            request.scope(ScopeSelector.toScope(scopes));
            if (scopes.contains(ScopeSelector.OFFLINE_ACCESS)) {
                // OpenID Connect Core, section 11: without it the scope may be ignored.
                request.prompt(Prompt.Type.CONSENT);
            }
        }
        if (key != null) {
            request.dPoPJWKThumbprintConfirmation(key.thumbprintConfirmation());
        }
        return request.build();
    }

    private String awaitCode(LoopbackRedirectListener loopback, PendingLogin pending) {
        String query;
        try {
            query = loopback.awaitRedirect(
                    settings.limits().loginTimeout(), pending::hasMatchingState, pending::isSuccess);
        } catch (AuthorizationException e) {
            registrar.forget(pending.server(), pending.client());
            throw e;
        }
        try {
            return pending.extractCode(query);
        } catch (OAuthErrorException e) {
            if (!e.errorCode().equals("access_denied")) {
                registrar.forget(pending.server(), pending.client());
            }
            throw e;
        }
    }

    private AccessTokenResponse exchangeCode(
            DiscoveryResult found, PendingLogin pending, String code, @Nullable DpopKey key) {
        try {
            AuthorizationCodeGrant grant =
                    new AuthorizationCodeGrant(new AuthorizationCode(code), pending.redirect(), pending.verifier());
            return tokens.requestToken(pending.server(), pending.client(), grant, null, found.resource(), key);
        } catch (OAuthErrorException e) {
            boolean unused = registrar.handleRefusal(pending.server(), pending.client(), e);
            throw e;
        }
    }
}
