package dev.tenon.oauth.client.internal.acquisition;

import com.nimbusds.oauth2.sdk.util.MultivaluedMapUtils;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.json.Json;
import dev.tenon.oauth.client.Grant;
import dev.tenon.oauth.client.LoginInfo;
import dev.tenon.oauth.client.LogoutResult;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.internal.OAuthClientSettings;
import dev.tenon.oauth.client.internal.ResourceIdentifiers;
import dev.tenon.oauth.client.internal.discovery.AuthProbe;
import dev.tenon.oauth.client.internal.discovery.AuthenticationChallenge;
import dev.tenon.oauth.client.internal.discovery.AuthorizationServerDiscovery;
import dev.tenon.oauth.client.internal.discovery.IssuerMetadataReader;
import dev.tenon.oauth.client.internal.dpop.DpopNonceCache;
import dev.tenon.oauth.client.internal.endpoint.ClientRegistrar;
import dev.tenon.oauth.client.internal.endpoint.TokenEndpointClient;
import dev.tenon.oauth.client.internal.endpoint.TokenRevoker;
import dev.tenon.oauth.client.internal.http.AddressPolicy;
import dev.tenon.oauth.client.internal.http.RestrictedHttpClient;
import dev.tenon.oauth.client.internal.login.AuthorizationCodeFlow;
import dev.tenon.oauth.client.internal.store.CredentialStore;
import dev.tenon.oauth.client.internal.store.TokenSet;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.oauth.internal.OAuthHttpResponse;
import dev.tenon.uri.HttpUrls;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds the current tokens to requests, and acquires or renews them when necessary. */
public final class DefaultOAuthClient implements OAuthClient {
    private final OAuthClientSettings settings;
    private final DpopNonceCache nonceCache = new DpopNonceCache();
    private final TokenHolder tokenHolder;
    private final AuthorizationServerDiscovery discovery;
    private final TokenRenewer renewer;
    private final TokenAcquisitionLock acquisitionLock;
    private final AuthProbe probe;
    private final TokenRevoker revoker;

    /** Creates a client with these settings. */
    public DefaultOAuthClient(OAuthClientSettings settings) {
        this.settings = settings;
        AddressPolicy addressPolicy = new AddressPolicy(settings.server(), settings::isTrusted, settings.network());
        RestrictedHttpClient web = new RestrictedHttpClient(
                addressPolicy, settings.limits(), new OAuthHttpClient(settings.network(), settings.tls()));
        CredentialStore store = CredentialStore.of(settings.tokenStore(), settings.server());
        ClientRegistrar registrar = new ClientRegistrar(settings, store, web);
        TokenEndpointClient endpoint = new TokenEndpointClient(web, nonceCache);
        IssuerMetadataReader issuers = new IssuerMetadataReader(web);
        AuthorizationCodeFlow flow = new AuthorizationCodeFlow(settings, web, registrar, endpoint);
        this.tokenHolder = new TokenHolder(store);
        this.acquisitionLock = new TokenAcquisitionLock(
                settings.limits().loginTimeout().plusMinutes(1), "waiting for a concurrent login");
        this.discovery = new AuthorizationServerDiscovery(settings, web, issuers);
        TokenAcquirer acquirer = new TokenAcquirer(settings, registrar, endpoint, flow);
        this.renewer = new TokenRenewer(settings, discovery, issuers, acquirer, tokenHolder);
        this.probe = new AuthProbe(settings, web, nonceCache);
        this.revoker = new TokenRevoker(settings, web, registrar, issuers);
    }

    @Override
    public HttpTarget target() {
        return ServerTarget.http(settings.server()).withCredentials(this);
    }

    /** Returns the headers for a request to the server; none for a different origin. */
    @Override
    public Map<String, String> headers(String method, URI uri) {
        if (!HttpUrls.isSameOrigin(uri, settings.server())) {
            return Map.of();
        }
        TokenHolder.CurrentTokens currentTokens = refreshIfDue();
        if (currentTokens == null) {
            return Map.of();
        }
        Map<String, String> headers = new HashMap<>();
        TokenSet tokens = currentTokens.tokens();
        if (currentTokens.key() != null) {
            var proof = currentTokens.key().createProof(method, uri, tokens.accessToken(), nonceCache.get(uri));
            headers.put("DPoP", proof.serialize());
        }
        headers.put("Authorization", authorizationHeader(tokens));
        return headers;
    }

    private static String authorizationHeader(TokenSet tokens) {
        return (tokens.isDpopBound() ? "DPoP " : "Bearer ") + tokens.accessToken();
    }

    /** Returns the tokens, after refreshing them if they expire soon. */
    private TokenHolder.@Nullable CurrentTokens refreshIfDue() {
        TokenHolder.CurrentTokens currentTokens = tokenHolder.current();
        if (currentTokens == null || !renewer.isDue(currentTokens.tokens())) {
            return currentTokens;
        }
        return acquisitionLock.callExclusively(() -> {
            TokenSet tokens = tokenHolder.tokens();
            if (tokens != null && renewer.isDue(tokens)) {
                renewer.refreshEarly(tokens);
            }
            return tokenHolder.current();
        });
    }

    /** Stores a new nonce, and records that the server accepted the tokens. */
    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        nonceCache.update(uri, new OAuthHttpResponse(status, headers, new byte[0]).header("dpop-nonce"));
        if (status / 100 == 2) {
            tokenHolder.markAccepted();
        }
    }

    /** Returns whether there are new tokens to retry a rejected request. */
    @Override
    public boolean renew(UnauthorizedResponse refusal) {
        AuthenticationChallenge challenge = AuthenticationChallenge.parseOAuthChallenge(refusal.challenges());
        if (challenge.isNonceRequired()) {
            return refusal.requestHeaders().containsKey("dpop") && nonceCache.get(refusal.uri()) != null;
        }
        boolean lacksScope = refusal.status() == 403 && challenge.isInsufficientScope();
        if (refusal.status() != 401 && !lacksScope) {
            return false;
        }
        return acquisitionLock.callOrShareFailure(() -> {
            String sent = MultivaluedMapUtils.getFirstValue(refusal.requestHeaders(), "authorization");
            TokenSet tokens = tokenHolder.reload();
            if (tokens != null && !authorizationHeader(tokens).equals(sent)) {
                return true;
            }
            if (lacksScope) {
                return renewer.tryStepUpLogin(challenge, tokens, refusal.requestHeaders());
            }
            renewer.renew(challenge, tokens, refusal.requestHeaders());
            return true;
        });
    }

    @Override
    public Optional<LoginInfo> login() {
        return acquisitionLock.callExclusively(() -> {
            AuthenticationChallenge challenge = probe.probe(Map.of());
            if (challenge == null && !discovery.hasProtectedResourceMetadata()) {
                return Optional.<LoginInfo>empty();
            }
            renewer.forceLogin(challenge == null ? AuthenticationChallenge.NONE : challenge, tokenHolder.reload());
            checkServerAcceptsTokens();
            return currentLogin();
        });
    }

    /** Fails the login if the server rejects the new tokens, so that the user does not learn it from the next call. */
    private void checkServerAcceptsTokens() {
        URI server = ResourceIdentifiers.canonical(settings.server());
        AuthenticationChallenge refusal = probe.probe(headers("POST", server));
        if (refusal != null && refusal.isNonceRequired()) {
            refusal = probe.probe(headers("POST", server));
        }
        TokenSet tokens = tokenHolder.tokens();
        if (refusal != null && tokens != null) {
            throw renewer.createTokensRefusedException(refusal, tokens);
        }
    }

    @Override
    public Optional<LoginInfo> currentLogin() {
        return Optional.ofNullable(tokenHolder.tokens()).map(TokenSet::toLoginInfo);
    }

    @Override
    public LogoutResult logout() {
        return acquisitionLock.callExclusively(() -> {
            TokenSet tokens = tokenHolder.reload();
            if (tokens == null) {
                return LogoutResult.NO_TOKENS;
            }
            try {
                return revoker.revokeForLogout(tokens);
            } finally {
                tokenHolder.removeCurrentAndStored();
            }
        });
    }

    /** Returns the extension that the grant implements. */
    @Override
    public Map<String, Json> extensions() {
        if (settings.grant() instanceof Grant.ClientCredentials) {
            return Map.of("io.modelcontextprotocol/oauth-client-credentials", Json.EMPTY_OBJECT);
        }
        if (settings.grant() instanceof Grant.EnterpriseManagedAuthorization) {
            return Map.of("io.modelcontextprotocol/enterprise-managed-authorization", Json.EMPTY_OBJECT);
        }
        return Map.of();
    }

    /** Returns the server without secrets. */
    @Override
    public String toString() {
        return "OAuthClient[" + settings.server() + "]";
    }
}
