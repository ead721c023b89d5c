package dev.tenon.oauth.server;

import com.nimbusds.oauth2.sdk.TokenIntrospectionRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import dev.tenon.internal.concurrent.BoundedCache;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.oauth.internal.OAuthHttpRequest;
import dev.tenon.oauth.server.internal.ClaimsReader;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.TokenLifetimeValidator;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Verifies tokens by introspection at the authorization server (RFC 7662). The response must say that the token is
 * active, who its subject is, and that this server is its only audience. Responses are cached briefly by a hash of the
 * token; during that time a revoked token is still accepted.
 *
 * <pre>{@code
 * TokenVerifier tokens = IntrospectionVerifier.forIssuer("https://login.example.com")
 *         .endpoint(URI.create("https://login.example.com/introspect"))
 *         .audience("https://mcp.example.com/mcp")
 *         .client("mcp-server", secret)
 *         .build();
 * }</pre>
 */
public final class IntrospectionVerifier implements TokenVerifier {
    private static final Duration SKEW = Duration.ofSeconds(30);
    private static final int MAX_TOKEN_CHARS = 16 << 10;
    private static final List<String> SCOPES = List.of("scope");
    private static final Set<String> TYPES = Set.of("bearer", "dpop");

    private final IntrospectionVerifierBuilder settings;
    private final URI endpoint;
    private final ClientAuthentication client;
    private final HttpFetcher fetcher;
    private final TokenLifetimeValidator lifetime;
    private final BoundedCache<String, CachedIntrospection<VerifiedToken>> acceptedTokens;
    private final BoundedCache<String, CachedIntrospection<String>> rejectedTokens;

    private record CachedIntrospection<T>(T value, Instant until) {}

    IntrospectionVerifier(IntrospectionVerifierBuilder settings, URI endpoint, ClientAuthentication client) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.client = client;
        this.fetcher = new HttpFetcher(settings.tls, settings.timeout);
        this.lifetime = new TokenLifetimeValidator(settings.clock, SKEW, Duration.ZERO);
        // Two caches, so that invalid tokens cannot evict valid ones.
        this.acceptedTokens = newCache();
        this.rejectedTokens = newCache();
    }

    private <T> BoundedCache<String, CachedIntrospection<T>> newCache() {
        return BoundedCache.<String, CachedIntrospection<T>>builder(settings.maxCacheEntries)
                .expireWhen(entry -> !lifetime.clock().instant().isBefore(entry.until()))
                .build();
    }

    /**
     * Creates a builder for this authorization server.
     *
     * @param issuer the issuer identifier of the authorization server; responses of a different issuer are rejected
     */
    public static IntrospectionVerifierBuilder forIssuer(String issuer) {
        return new IntrospectionVerifierBuilder(issuer);
    }

    @Override
    public VerifiedToken verify(String token) {
        if (token.length() > MAX_TOKEN_CHARS) {
            throw new InvalidTokenException("longer than " + MAX_TOKEN_CHARS + " characters");
        }
        String key = Sha256.base64Url(token);
        CachedIntrospection<VerifiedToken> cached = acceptedTokens.get(key);
        if (cached != null) {
            return cached.value();
        }
        CachedIntrospection<String> reason = rejectedTokens.get(key);
        if (reason != null) {
            throw new InvalidTokenException(reason.value());
        }
        Instant until = lifetime.clock().instant().plus(settings.cacheDuration);
        try {
            VerifiedToken verified = verifyClaims(new ClaimsReader(requestIntrospection(token)));
            Instant expires = verified.expires();
            acceptedTokens.put(
                    key,
                    new CachedIntrospection<>(verified, expires == null || expires.isAfter(until) ? until : expires));
            return verified;
        } catch (InvalidTokenException e) {
            rejectedTokens.put(key, new CachedIntrospection<>(e.reason(), until));
            throw e;
        }
    }

    private Json requestIntrospection(String token) {
        var request = new TokenIntrospectionRequest(endpoint, client, new BearerAccessToken(token)).toHTTPRequest();
        request.setAccept("application/json");
        try {
            return HttpFetcher.JSON.read(fetcher.fetchBody(OAuthHttpRequest.of(request)));
        } catch (IOException e) {
            throw new VerifierUnavailableException("The introspection of " + settings.issuer + " " + e.getMessage(), e);
        } catch (JsonException e) {
            throw new VerifierUnavailableException(
                    "The introspection of " + settings.issuer + " responded with invalid JSON", e);
        }
    }

    private VerifiedToken verifyClaims(ClaimsReader claims) {
        Json active = claims.asMap().get("active");
        if (active == null || !Boolean.TRUE.equals(active.bool())) {
            throw new InvalidTokenException("not active");
        }
        String issuer = claims.text("iss");
        if (issuer != null && !issuer.equals(settings.issuer)) {
            throw new InvalidTokenException("issuer " + Excerpts.quote(issuer) + " is not the configured one");
        }
        String type = claims.text("token_type");
        if (type != null && !TYPES.contains(type.toLowerCase(Locale.ROOT))) {
            throw new InvalidTokenException("unsupported token type " + Excerpts.quote(type));
        }
        claims.requireAudience(settings.audiences, settings.toleratedAudiences);
        return VerifiedToken.ofClaims(settings.issuer, claims, SCOPES, lifetime.validate(claims));
    }
}
