package dev.tenon.oauth.client.internal.acquisition;

import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.JWTBearerGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.DpopMode;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ScopeSelector;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServer;
import dev.tenon.oauth.client.internal.discovery.DiscoveryResult;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import dev.tenon.oauth.client.internal.endpoint.ClientRegistrar;
import dev.tenon.oauth.client.internal.endpoint.IdJagRequester;
import dev.tenon.oauth.client.internal.endpoint.TokenEndpointClient;
import dev.tenon.oauth.client.internal.login.AuthorizationCodeFlow;
import dev.tenon.oauth.client.internal.store.ClientIdentity;
import dev.tenon.oauth.client.internal.store.TokenSet;
import java.net.URI;
import java.text.ParseException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gets tokens, by whatever grant was chosen. */
record TokenAcquirer(
        OAuthClientSettings settings,
        ClientRegistrar registrar,
        TokenEndpointClient endpoint,
        AuthorizationCodeFlow flow) {
    /**
     * New tokens.
     *
     * @param scopes null for no scope at all
     * @param asksForDpop whether the server has asked for bound tokens
     * @param asking run before a person is asked to log in
     * @throws AuthorizationException when there are none
     */
    TokenSet acquire(DiscoveryResult found, @Nullable Set<String> scopes, boolean asksForDpop, Runnable asking) {
        DpopKey key = newDpopKey(found, asksForDpop);
        if (settings.grant() instanceof Grant.AuthorizationCode) {
            Set<String> asked = isOfflineAccessNeeded(found, scopes)
                    ? ScopeSelector.union(scopes, Set.of(ScopeSelector.OFFLINE_ACCESS))
                    : scopes;
            AuthorizationCodeFlow.LoginResult answered = flow.run(found, asked, key, asking);
            return toTokens(found, answered.client(), answered.response(), scopes, key);
        }
        ClientIdentity client = Objects.requireNonNull(registrar.findClient(found.server()));
        AccessTokenResponse response =
                endpoint.requestToken(found.server(), client, buildGrant(found, scopes), scopes, found.resource(), key);
        return toTokens(found, client, response, scopes, key);
    }

    private boolean isOfflineAccessNeeded(DiscoveryResult found, @Nullable Set<String> scopes) {
        return scopes != null && settings.offlineAccess() && found.server().supportsScope(ScopeSelector.OFFLINE_ACCESS);
    }

    private @Nullable DpopKey newDpopKey(DiscoveryResult found, boolean asksForDpop) {
        boolean wanted = settings.dpop() == DpopMode.ALWAYS
                || settings.dpop() == DpopMode.WHEN_ASKED
                        && (asksForDpop || found.requestsDpop())
                        && found.server().supportsDpop();
        return wanted ? DpopKey.generate() : null;
    }

    /** A grant without a person. */
    private AuthorizationGrant buildGrant(DiscoveryResult found, @Nullable Set<String> scopes) {
        if (settings.grant() instanceof Grant.ClientCredentials) {
            return new ClientCredentialsGrant();
        }
        if (settings.grant() instanceof Grant.WorkloadIdentity workload) {
            return newJwtBearerGrant(workload.assertion().get(), "The workload's assertion");
        }
        Grant.EnterpriseManagedAuthorization enterprise = (Grant.EnterpriseManagedAuthorization) settings.grant();
        return newJwtBearerGrant(IdJagRequester.requestIdJag(enterprise, found, scopes, endpoint), "The ID-JAG");
    }

    private static JWTBearerGrant newJwtBearerGrant(String assertion, String what) {
        try {
            return new JWTBearerGrant(SignedJWT.parse(assertion));
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause: it may quote the assertion.
            throw new AuthorizationException(what + " is no signed JWT");
        }
    }

    private TokenSet toTokens(
            DiscoveryResult found,
            ClientIdentity client,
            AccessTokenResponse response,
            @Nullable Set<String> asked,
            @Nullable DpopKey key) {
        registrar.storeConfigured(found.server(), client);
        String issuer = found.server().issuer();
        return updateTokens(TokenSet.empty(issuer, found.resource().toString(), client.id(), asked), response, key);
    }

    /**
     * The tokens refreshed; null when the authorization server does not give others for the refresh token any more, or
     * does not know this client by the id that the tokens were given to.
     *
     * @throws AuthorizationException when the authorization server cannot be asked
     */
    @Nullable TokenSet refresh(AuthorizationServer server, TokenSet tokens) {
        ClientIdentity client = registrar.findClient(server);
        if (client == null || !client.id().equals(tokens.clientId()) || tokens.refreshToken() == null) {
            return null;
        }
        DpopKey key = tokens.dpopKey() == null ? null : DpopKey.parse(tokens.dpopKey());
        try {
            RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(tokens.refreshToken()));
            AccessTokenResponse response =
                    endpoint.requestToken(server, client, grant, null, URI.create(tokens.resource()), key);
            return updateTokens(tokens, response, key);
        } catch (OAuthErrorException e) {
            boolean unused = registrar.handleRefusal(server, client, e);
            return null;
        }
    }

    private TokenSet updateTokens(TokenSet before, AccessTokenResponse response, @Nullable DpopKey key) {
        return before.withResponse(response, key, settings.dpop() == DpopMode.ALWAYS, settings.clock());
    }
}
