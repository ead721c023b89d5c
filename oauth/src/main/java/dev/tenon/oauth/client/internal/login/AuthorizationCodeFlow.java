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

/** The authorization code flow, in which the user logs in with a browser; always with PKCE. */
public record AuthorizationCodeFlow(
        OAuthClientSettings settings, RestrictedHttpClient web, ClientRegistrar registrar, TokenEndpointClient tokens) {
    /**
     * Lets the user log in.
     *
     * @param beforeLogin run before the user is asked
     * @throws AuthorizationException if the user does not log in, or the response is invalid
     */
    public LoginResult run(
            DiscoveryResult discovered, @Nullable Set<String> scopes, @Nullable DpopKey key, Runnable beforeLogin) {
        AuthorizationServer server = discovered.server();
        if (!server.supportsPkce()) {
            throw new AuthorizationException("The authorization server " + server.issuer()
                    + " does not declare support for PKCE with S256, which a login requires");
        }
        // The browser resolves the name itself; this check blocks URLs that the policy denies.
        var unused = web.addressPolicy().resolveAllowed(server.authorizationEndpoint(), "the authorization endpoint");
        URI registeredRedirect = registrar.registeredRedirect(server);
        try (LoopbackRedirectListener loopback = LoopbackRedirectListener.open(
                settings.redirectUri(), registeredRedirect == null ? 0 : registeredRedirect.getPort())) {
            PendingLogin pending = registerAndCreatePendingLogin(server, loopback.redirect());
            URI page;
            try {
                page = createLoginUrl(pending, discovered, scopes, key);
            } catch (OAuthErrorException e) {
                if (!registrar.prepareReregistrationIfUnknown(server, pending.client(), e)) {
                    throw e;
                }
                // The user has not seen a page yet, so the client can register again immediately.
                pending = registerAndCreatePendingLogin(server, loopback.redirect());
                page = createLoginUrl(pending, discovered, scopes, key);
            }
            beforeLogin.run();
            requireConsent(server, pending.client(), scopes);
            if (!settings.browser().open(page)) {
                throw new AuthorizationException("The login page could not be shown");
            }
            String code = awaitCodeOrForgetClient(loopback, pending);
            return new LoginResult(pending.client(), exchangeCodeOrForgetClient(discovered, pending, code, key));
        }
    }

    /** The result of a login: the client and its token response. */
    public record LoginResult(ClientIdentity client, AccessTokenResponse response) {
        /** Returns the client without the tokens. */
        @Override
        public String toString() {
            return "LoginResult[" + client + "]";
        }
    }

    private void requireConsent(AuthorizationServer server, ClientIdentity client, @Nullable Set<String> scopes) {
        ConsentPolicy.LoginRequest request = new ConsentPolicy.LoginRequest(
                settings.server(), server.issuer(), server.authorizationEndpoint(), client.id(), scopes);
        if (!settings.consentPolicy().allows(request)) {
            throw new AuthorizationException("The consent policy denied the login");
        }
    }

    /** Creates the state of a login, and registers the client if necessary. */
    private PendingLogin registerAndCreatePendingLogin(AuthorizationServer server, URI redirect) {
        ClientIdentity client = registrar.getOrRegister(server, redirect);
        return new PendingLogin(server, client, redirect, new CodeVerifier(), new State().getValue());
    }

    /** Creates the URL of the login page, and pushes the request if the authorization server supports that. */
    private URI createLoginUrl(
            PendingLogin pending, DiscoveryResult discovered, @Nullable Set<String> scopes, @Nullable DpopKey key) {
        AuthorizationRequest.Builder request = new AuthorizationRequest.Builder(
                        ResponseType.CODE, pending.client().clientId())
                .endpointURI(pending.server().authorizationEndpoint())
                .redirectionURI(pending.redirect())
                .state(new State(pending.state()))
                .codeChallenge(pending.verifier(), CodeChallengeMethod.S256)
                .resource(discovered.resource());
        if (scopes != null) {
            request.scope(ScopeSelector.toScope(scopes));
            if (scopes.contains(ScopeSelector.OFFLINE_ACCESS)) {
                // OpenID Connect Core, section 11: without this prompt the server may ignore the scope.
                request.prompt(Prompt.Type.CONSENT);
            }
        }
        if (key != null) {
            request.dPoPJWKThumbprintConfirmation(key.thumbprintConfirmation());
        }
        return new AuthorizationRequestPusher(web).createLoginUrl(pending.server(), pending.client(), request.build());
    }

    /**
     * Waits for the code. After a timeout, or an error other than {@code access_denied}, the stored registration of the
     * client is removed, because it can be the cause.
     */
    private String awaitCodeOrForgetClient(LoopbackRedirectListener loopback, PendingLogin pending) {
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

    /**
     * Exchanges the code for tokens. If the authorization server rejects the client, its dynamic registration is
     * removed from the store.
     *
     * @throws AuthorizationException if no token was issued
     */
    private AccessTokenResponse exchangeCodeOrForgetClient(
            DiscoveryResult discovered, PendingLogin pending, String code, @Nullable DpopKey key) {
        try {
            AuthorizationCodeGrant grant =
                    new AuthorizationCodeGrant(new AuthorizationCode(code), pending.redirect(), pending.verifier());
            return tokens.requestToken(pending.server(), pending.client(), grant, null, discovered.resource(), key);
        } catch (OAuthErrorException e) {
            boolean unused = registrar.prepareReregistrationIfUnknown(pending.server(), pending.client(), e);
            throw e;
        }
    }
}
