package dev.tenon.oauth.server;

import dev.tenon.oauth.internal.SupportedSignatureAlgorithms;
import dev.tenon.oauth.server.internal.CachingKeySource;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.JwkSet;
import dev.tenon.oauth.server.internal.KeySource;
import dev.tenon.oauth.server.internal.MetadataKeySetFetcher;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds a {@link JwtVerifier}. Everything except the issuers has a safe default. */
public final class JwtVerifierBuilder {
    /** Creates the key source of each issuer when the fetcher is known. */
    private final Map<String, Function<HttpFetcher, KeySource>> keySourceFactories = new LinkedHashMap<>();

    final Set<String> audiences = new LinkedHashSet<>();
    final Set<String> toleratedAudiences = new LinkedHashSet<>();
    Set<String> algorithms = SupportedSignatureAlgorithms.ALL;
    /**
     * The type of RFC 9068, and those that most authorization servers still use; {@code ""} stands for a missing type.
     */
    Set<String> types = Set.of("at+jwt", "jwt", "");

    List<String> scopeClaims = List.of("scope", "scp");
    Duration skew = Duration.ofSeconds(30);
    Duration grace = Duration.ZERO;
    private Duration fetchTimeout = Duration.ofSeconds(5);
    Clock clock = Clock.systemUTC();
    private @Nullable SSLContext tls;

    JwtVerifierBuilder(String audience) {
        audience(audience);
    }

    /**
     * Accepts tokens of this issuer. Its keys are fetched by its metadata (RFC 8414 or OpenID Connect Discovery) when
     * the first token arrives.
     *
     * @param issuer the exact value of {@code iss}
     * @throws IllegalArgumentException if it is neither https nor http on this machine
     */
    public JwtVerifierBuilder issuer(String issuer) {
        HttpFetcher.requireSecure(URI.create(issuer));
        return addKeySource(issuer, fetcher -> newCachingKeySource(issuer, new MetadataKeySetFetcher(issuer, fetcher)));
    }

    /**
     * Accepts tokens of this issuer, whose keys are at this URL.
     *
     * @throws IllegalArgumentException if the URL is neither https nor http on this machine
     */
    public JwtVerifierBuilder issuer(String issuer, URI jwks) {
        URI checked = HttpFetcher.requireSecure(jwks);
        return addKeySource(issuer, fetcher -> newCachingKeySource(issuer, () -> fetcher.get(checked)));
    }

    /**
     * Accepts tokens of this issuer that are signed by one of these fixed keys.
     *
     * @param jwks a JSON Web Key Set (RFC 7517) of public keys
     * @throws IllegalArgumentException if it is not a key set, or contains no supported key
     */
    public JwtVerifierBuilder issuerWithKeys(String issuer, String jwks) {
        JwkSet keys = JwkSet.parse(jwks.getBytes(StandardCharsets.UTF_8));
        return addKeySource(issuer, fetcher -> keys::findCandidates);
    }

    private JwtVerifierBuilder addKeySource(String issuer, Function<HttpFetcher, KeySource> factory) {
        keySourceFactories.put(issuer, factory);
        return this;
    }

    private KeySource newCachingKeySource(String issuer, CachingKeySource.KeySetFetcher source) {
        return new CachingKeySource(issuer, source, clock, fetchTimeout);
    }

    /** Adds an identifier of this server in {@code aud}. A token must name exactly one of them. */
    public JwtVerifierBuilder audience(String audience) {
        if (audience.isBlank()) {
            throw new IllegalArgumentException("The audience must not be blank");
        }
        audiences.add(audience);
        return this;
    }

    /**
     * Allows a second audience in {@code aud} besides this server, such as the userinfo endpoint of the authorization
     * server. By default a token with further audiences is rejected, because those servers could use it here.
     */
    public JwtVerifierBuilder tolerateExtraAudience(String other) {
        toleratedAudiences.add(other);
        return this;
    }

    /**
     * Sets the allowed signature algorithms. The default is ES256, ES384, ES512 and the PS and RS algorithms of the
     * same lengths.
     *
     * @throws IllegalArgumentException if one is not among these
     */
    public JwtVerifierBuilder algorithms(String... names) {
        algorithms = SupportedSignatureAlgorithms.requireSupported(List.of(names));
        return this;
    }

    /** Only accepts tokens of type {@code at+jwt} (RFC 9068), which distinguishes access tokens from all other JWTs. */
    public JwtVerifierBuilder requireAccessTokenType() {
        types = Set.of("at+jwt");
        return this;
    }

    /**
     * Sets the claims for scopes, of which the first present one is used. The default is {@code scope}, then {@code
     * scp}.
     */
    public JwtVerifierBuilder scopeClaims(String... names) {
        scopeClaims = List.of(names);
        return this;
    }

    /**
     * Sets how far the clock of the issuer may be ahead, for {@code nbf} and {@code iat}. The default is 30 seconds.
     */
    public JwtVerifierBuilder clockSkew(Duration allowed) {
        skew = requireNonNegative(allowed);
        return this;
    }

    /** Sets how long a token is accepted after {@code exp}. The default is zero, as clients renew tokens in time. */
    public JwtVerifierBuilder expiryGrace(Duration allowed) {
        grace = requireNonNegative(allowed);
        return this;
    }

    private static Duration requireNonNegative(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("The time must not be negative: " + duration);
        }
        return duration;
    }

    /** Sets the time limit for fetching the keys of an issuer, for each URL. The default is 5 seconds. */
    public JwtVerifierBuilder fetchTimeout(Duration timeout) {
        fetchTimeout = timeout;
        return this;
    }

    /** Sets the TLS trust for the authorization server. Null, the default, uses the trust store of the JVM. */
    public JwtVerifierBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Sets the clock, for tests. */
    public JwtVerifierBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Builds the verifier, without sending a request.
     *
     * @throws IllegalArgumentException if there is no issuer
     */
    public JwtVerifier build() {
        if (keySourceFactories.isEmpty()) {
            throw new IllegalArgumentException("At least one issuer is required");
        }
        return new JwtVerifier(this);
    }

    Map<String, KeySource> buildKeySources() {
        HttpFetcher fetcher = new HttpFetcher(tls, fetchTimeout);
        return keySourceFactories.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, factory -> factory.getValue().apply(fetcher)));
    }
}
