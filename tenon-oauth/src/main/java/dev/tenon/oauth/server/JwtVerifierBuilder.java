package dev.tenon.oauth.server;

import dev.tenon.oauth.server.internal.CachingKeySource;
import dev.tenon.oauth.server.internal.HttpFetcher;
import dev.tenon.oauth.server.internal.JwkSet;
import dev.tenon.oauth.server.internal.KeySource;
import dev.tenon.oauth.server.internal.MetadataKeySetFetcher;
import dev.tenon.oauth.server.internal.SignatureAlgorithms;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Describes which JWTs are accepted; {@link #build} makes the verifier. Everything but the issuers has a careful
 * default.
 */
public final class JwtVerifierBuilder {
    private static final Duration SKEW = Duration.ofSeconds(30);
    private static final Duration FETCH_TIME = Duration.ofSeconds(5);

    /** Those of RFC 9068, and those that most authorization servers still say; {@code ""} is none. */
    private static final Set<String> TYPES = Set.of("at+jwt", "jwt", "");

    /** Make the keys of an issuer when it is known by what they are fetched. */
    private final Map<String, BiFunction<HttpFetcher, Clock, KeySource>> keySourceFactories = new LinkedHashMap<>();

    final Set<String> audiences = new LinkedHashSet<>();
    final Set<String> toleratedAudiences = new LinkedHashSet<>();
    Set<String> algorithms = SignatureAlgorithms.ALL;
    Set<String> types = TYPES;
    List<String> scopeClaims = List.of("scope", "scp");
    Duration skew = SKEW;
    Duration grace = Duration.ZERO;
    private Duration fetchTimeout = FETCH_TIME;
    Clock clock = Clock.systemUTC();
    private @Nullable SSLContext tls;

    JwtVerifierBuilder(String audience) {
        audience(audience);
    }

    /**
     * Accepts tokens of this issuer; its keys are found through its metadata (RFC 8414 or OpenID Connect Discovery),
     * when the first token comes.
     *
     * @param issuer exactly as in {@code iss}
     * @throws IllegalArgumentException when it is no https address, nor http on this machine
     */
    public JwtVerifierBuilder issuer(String issuer) {
        HttpFetcher.requireSecure(URI.create(issuer));
        return addKeySource(
                issuer, (fetch, at) -> newCachingKeySource(issuer, new MetadataKeySetFetcher(issuer, fetch), at));
    }

    /**
     * Accepts tokens of this issuer, whose keys are at that address.
     *
     * @throws IllegalArgumentException when the address is neither https, nor http on this machine
     */
    public JwtVerifierBuilder issuer(String issuer, URI jwks) {
        URI checked = HttpFetcher.requireSecure(jwks);
        return addKeySource(issuer, (fetch, at) -> newCachingKeySource(issuer, () -> fetch.get(checked), at));
    }

    /**
     * Accepts tokens of this issuer that are signed by one of these keys, which stay the same.
     *
     * @param jwks a JSON Web Key Set (RFC 7517) of public keys
     * @throws IllegalArgumentException when it is none, or without a key that is of use
     */
    public JwtVerifierBuilder issuerWithKeys(String issuer, String jwks) {
        JwkSet keys = JwkSet.parse(jwks.getBytes(StandardCharsets.UTF_8));
        return addKeySource(issuer, (fetch, at) -> keys::findCandidates);
    }

    private JwtVerifierBuilder addKeySource(String issuer, BiFunction<HttpFetcher, Clock, KeySource> plan) {
        keySourceFactories.put(issuer, plan);
        return this;
    }

    private KeySource newCachingKeySource(String issuer, CachingKeySource.KeySetFetcher source, Clock at) {
        return new CachingKeySource(issuer, source, at, fetchTimeout);
    }

    /** Another identifier of this server in {@code aud}. A token has to name exactly one of them. */
    public JwtVerifierBuilder audience(String audience) {
        if (audience.isBlank()) {
            throw new IllegalArgumentException("An audience is not blank");
        }
        audiences.add(audience);
        return this;
    }

    /**
     * Somebody else who may stand in {@code aud} beside this server, such as the userinfo endpoint of the authorization
     * server. By default a token that is also for others is refused: they could use it here.
     */
    public JwtVerifierBuilder tolerateAudience(String other) {
        toleratedAudiences.add(other);
        return this;
    }

    /**
     * The algorithms of signatures, by default ES256, ES384, ES512 and the PS and RS algorithms of the same lengths.
     *
     * @throws IllegalArgumentException when one is not among these
     */
    public JwtVerifierBuilder algorithms(String... names) {
        algorithms = SignatureAlgorithms.requireSupported(List.of(names));
        return this;
    }

    /** Accepts tokens of type {@code at+jwt} only (RFC 9068), which no other kind of JWT can be taken for. */
    public JwtVerifierBuilder requireAccessTokenType() {
        types = Set.of("at+jwt");
        return this;
    }

    /**
     * The claims that scopes are in, of which the first that is there counts: by default {@code scope}, then {@code
     * scp}.
     */
    public JwtVerifierBuilder scopeClaims(String... names) {
        scopeClaims = List.of(names);
        return this;
    }

    /** How far the issuer's clock may be ahead, for {@code nbf} and {@code iat}: 30 seconds by default. */
    public JwtVerifierBuilder clockSkew(Duration allowed) {
        skew = requireNonNegative(allowed);
        return this;
    }

    /** How long a token counts beyond {@code exp}: not at all by default, as clients get new ones in time. */
    public JwtVerifierBuilder expiryGrace(Duration allowed) {
        grace = requireNonNegative(allowed);
        return this;
    }

    private static Duration requireNonNegative(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("A time is not negative: " + duration);
        }
        return duration;
    }

    /**
     * How long the keys of an issuer may take to come, for each of the addresses that are asked: 5 seconds by default.
     */
    public JwtVerifierBuilder fetchTimeout(Duration longest) {
        fetchTimeout = longest;
        return this;
    }

    /** What is trusted as TLS by the authorization server; null for what this Java trusts. */
    public JwtVerifierBuilder tls(@Nullable SSLContext changed) {
        tls = changed;
        return this;
    }

    /** Tells the time; for tests. */
    public JwtVerifierBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    /**
     * Makes the verifier. It asks nobody for anything yet.
     *
     * @throws IllegalArgumentException when there is no issuer
     */
    public JwtVerifier build() {
        if (keySourceFactories.isEmpty()) {
            throw new IllegalArgumentException("Name at least one issuer");
        }
        return new JwtVerifier(this);
    }

    Map<String, KeySource> buildKeySources() {
        HttpFetcher fetch = new HttpFetcher(tls, fetchTimeout);
        return keySourceFactories.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, plan -> plan.getValue().apply(fetch, clock)));
    }
}
