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

/** Gets tokens with the configured grant. */
record TokenAcquirer(
        OAuthClientSettings settings,
        ClientRegistrar registrar,
        TokenEndpointClient endpoint,
        AuthorizationCodeFlow flow) {
    /**
     * Gets new tokens.
     *
     * @param scopes the requested scopes; null for none
     * @param isDpopRequested whether the server requested bound tokens
     * @param beforeLogin run before the user is asked to log in
     * @throws AuthorizationException if no token was issued
     */
    TokenSet acquire(
            DiscoveryResult discovered, @Nullable Set<String> scopes, boolean isDpopRequested, Runnable beforeLogin) {
        DpopKey key = newDpopKeyIfWanted(discovered, isDpopRequested);
        if (settings.grant() instanceof Grant.AuthorizationCode) {
            Set<String> requestedScopes = isOfflineAccessNeeded(discovered, scopes)
                    ? ScopeSelector.unionWithinLimits(scopes, Set.of(ScopeSelector.OFFLINE_ACCESS))
                    : scopes;
            AuthorizationCodeFlow.LoginResult login = flow.run(discovered, requestedScopes, key, beforeLogin);
            return storeClientAndCreateTokens(discovered, login.client(), login.response(), scopes, key);
        }
        ClientIdentity client = Objects.requireNonNull(registrar.findClientAndBindIssuer(discovered.server()));
        AccessTokenResponse response = endpoint.requestToken(
                discovered.server(), client, buildGrant(discovered, scopes), scopes, discovered.resource(), key);
        return storeClientAndCreateTokens(discovered, client, response, scopes, key);
    }

    private boolean isOfflineAccessNeeded(DiscoveryResult discovered, @Nullable Set<String> scopes) {
        return scopes != null
                && settings.offlineAccess()
                && discovered.server().supportsScope(ScopeSelector.OFFLINE_ACCESS);
    }

    private @Nullable DpopKey newDpopKeyIfWanted(DiscoveryResult discovered, boolean isDpopRequested) {
        boolean wanted = settings.dpop() == DpopMode.ALWAYS
                || settings.dpop() == DpopMode.WHEN_REQUESTED
                        && (isDpopRequested || discovered.requestsDpop())
                        && discovered.server().supportsDpop();
        return wanted ? DpopKey.generate() : null;
    }

    /** Creates a grant that does not involve the user. */
    private AuthorizationGrant buildGrant(DiscoveryResult discovered, @Nullable Set<String> scopes) {
        if (settings.grant() instanceof Grant.ClientCredentials) {
            return new ClientCredentialsGrant();
        }
        if (settings.grant() instanceof Grant.WorkloadIdentity workload) {
            return newJwtBearerGrant(workload.assertion().get(), "The workload's assertion");
        }
        Grant.EnterpriseManagedAuthorization enterprise = (Grant.EnterpriseManagedAuthorization) settings.grant();
        return newJwtBearerGrant(IdJagRequester.requestIdJag(enterprise, discovered, scopes, endpoint), "The ID-JAG");
    }

    private static JWTBearerGrant newJwtBearerGrant(String assertion, String what) {
        try {
            return new JWTBearerGrant(SignedJWT.parse(assertion));
        } catch (ParseException | IllegalArgumentException e) {
            // Without the cause, which could quote the assertion.
            throw new AuthorizationException(what + " is not a signed JWT");
        }
    }

    /** Creates the tokens of a response, and stores the client if the settings say so. */
    private TokenSet storeClientAndCreateTokens(
            DiscoveryResult discovered,
            ClientIdentity client,
            AccessTokenResponse response,
            @Nullable Set<String> requestedScopes,
            @Nullable DpopKey key) {
        registrar.saveConfiguredClientIfEnabled(discovered.server(), client);
        String issuer = discovered.server().issuer();
        TokenSet empty = TokenSet.empty(issuer, discovered.resource().toString(), client.id(), requestedScopes);
        return copyWithResponse(empty, response, key);
    }

    /**
     * Returns the refreshed tokens; null if the authorization server rejects the refresh token, the client is unknown
     * or its ID has changed, or there is no refresh token. If the authorization server rejects the client, its dynamic
     * registration is removed from the store.
     *
     * @throws AuthorizationException if the authorization server is unreachable, rejects the request temporarily, or
     *     sends an invalid response, or if the configured client belongs to a different one
     */
    @Nullable TokenSet tryRefresh(AuthorizationServer server, TokenSet tokens) {
        ClientIdentity client = registrar.findClientAndBindIssuer(server);
        if (client == null || !client.id().equals(tokens.clientId()) || tokens.refreshToken() == null) {
            return null;
        }
        DpopKey key = tokens.parseDpopKey();
        try {
            RefreshTokenGrant grant = new RefreshTokenGrant(new RefreshToken(tokens.refreshToken()));
            AccessTokenResponse response =
                    endpoint.requestToken(server, client, grant, null, URI.create(tokens.resource()), key);
            return copyWithResponse(tokens, response, key);
        } catch (OAuthErrorException e) {
            boolean unused = registrar.prepareReregistrationIfUnknown(server, client, e);
            return null;
        }
    }

    private TokenSet copyWithResponse(TokenSet current, AccessTokenResponse response, @Nullable DpopKey key) {
        return current.withResponse(response, key, settings.dpop() == DpopMode.ALWAYS, settings.clock());
    }
}
