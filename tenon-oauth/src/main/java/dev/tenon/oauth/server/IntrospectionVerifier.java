package dev.tenon.oauth.server;

import com.nimbusds.oauth2.sdk.TokenIntrospectionRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import dev.tenon.concurrent.BoundedCache;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.Quote;
import dev.tenon.oauth.internal.HttpCall;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Asks the authorization server about tokens that only it can read (RFC 7662). Its answer must say that the token is active,
 * for this server and nobody else, and whose it is. Answers are kept for a short while, under a hash of the token; so long it
 * takes until a revoked token is refused.
 *
 * <pre>{@code
 * TokenVerifier tokens = IntrospectionVerifier.of("https://login.example.com")
 *         .endpoint(URI.create("https://login.example.com/introspect"))
 *         .audience("https://mcp.example.com/mcp")
 *         .client("mcp-server", secret)
 *         .build();
 * }</pre>
 */
public final class IntrospectionVerifier implements TokenVerifier {
    private static final int LONGEST_TOKEN = 16 << 10;
    private static final List<String> SCOPES = List.of("scope");
    private static final Set<String> TYPES = Set.of("bearer", "dpop");

    private final IntrospectionVerifierBuilder settings;
    private final URI endpoint;
    private final ClientAuthentication client;
    private final Fetch fetch;
    private final Lifetime lifetime;
    private final BoundedCache<String, Kept<VerifiedToken>> accepted;
    private final BoundedCache<String, Kept<String>> refused;

    private record Kept<T>(T value, Instant until) {}

    IntrospectionVerifier(
            IntrospectionVerifierBuilder settings,
            URI endpoint,
            ClientAuthentication client,
            Fetch fetch,
            Lifetime lifetime) {
        this.settings = settings;
        this.endpoint = endpoint;
        this.client = client;
        this.fetch = fetch;
        this.lifetime = lifetime;
        // Two of them, so that made-up tokens cannot push out good ones.
        this.accepted = cache();
        this.refused = cache();
    }

    private <T> BoundedCache<String, Kept<T>> cache() {
        return BoundedCache.<String, Kept<T>>builder(settings.mostKept)
                .expiredWhen(kept -> !lifetime.clock().instant().isBefore(kept.until()))
                .build();
    }

    /**
     * How an authorization server is to be asked.
     *
     * @param issuer the issuer identifier of the authorization server; an answer that names another is not believed
     */
    public static IntrospectionVerifierBuilder of(String issuer) {
        return new IntrospectionVerifierBuilder(issuer);
    }

    @Override
    public VerifiedToken verify(String token) {
        if (token.length() > LONGEST_TOKEN) {
            throw new InvalidTokenException("longer than " + LONGEST_TOKEN + " characters");
        }
        String key = Digests.base64(token);
        Kept<VerifiedToken> known = accepted.get(key);
        if (known != null) {
            return known.value();
        }
        Kept<String> reason = refused.get(key);
        if (reason != null) {
            throw new InvalidTokenException(reason.value());
        }
        Instant until = lifetime.clock().instant().plus(settings.keep);
        try {
            VerifiedToken verified = read(new Claims(ask(token)));
            Instant expires = verified.expires();
            accepted.put(key, new Kept<>(verified, expires == null || expires.isAfter(until) ? until : expires));
            return verified;
        } catch (InvalidTokenException e) {
            refused.put(key, new Kept<>(e.reason(), until));
            throw e;
        }
    }

    private Json ask(String token) {
        HTTPRequest request =
                new TokenIntrospectionRequest(endpoint, client, new BearerAccessToken(token)).toHTTPRequest();
        request.setAccept("application/json");
        try {
            return Fetch.JSON.read(fetch.send(HttpCall.of(request)));
        } catch (IOException e) {
            throw new VerifierUnavailableException("The introspection of " + settings.issuer + " " + e.getMessage(), e);
        } catch (JsonException e) {
            throw new VerifierUnavailableException("The introspection of " + settings.issuer + " answers no JSON", e);
        }
    }

    private VerifiedToken read(Claims claims) {
        Json active = claims.all().get("active");
        if (active == null || !Boolean.TRUE.equals(active.bool())) {
            throw new InvalidTokenException("not active");
        }
        String issuer = claims.text("iss");
        if (issuer != null && !issuer.equals(settings.issuer)) {
            throw new InvalidTokenException("issuer " + Quote.shortened(issuer) + " is another one");
        }
        String type = claims.text("token_type");
        if (type != null && !TYPES.contains(type.toLowerCase(Locale.ROOT))) {
            throw new InvalidTokenException("a token of type " + Quote.shortened(type));
        }
        claims.requireAudience(settings.audiences, settings.tolerated);
        Instant expires = lifetime.check(claims);
        return new VerifiedToken(
                VerifiedToken.nameOf(settings.issuer, claims.requiredText("sub")),
                claims.scopes(SCOPES),
                claims.all(),
                expires,
                claims.boundKey());
    }
}
