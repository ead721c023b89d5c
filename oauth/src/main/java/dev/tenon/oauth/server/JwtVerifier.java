package dev.tenon.oauth.server;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.oauth.server.internal.ClaimsReader;
import dev.tenon.oauth.server.internal.CompactJws;
import dev.tenon.oauth.server.internal.KeySource;
import dev.tenon.oauth.server.internal.SignatureVerifier;
import dev.tenon.oauth.server.internal.TokenLifetimeValidator;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies access tokens that are signed JWTs (RFC 7519, RFC 9068) of configured issuers for this server.
 *
 * <pre>{@code
 * TokenVerifier tokens = JwtVerifier.forAudience("https://mcp.example.com/mcp")
 *         .issuer("https://login.example.com")
 *         .build();
 * }</pre>
 *
 * <p>It rejects: signatures that are missing, wrong, symmetric, or by a key that does not fit the algorithm (RFC 8725);
 * headers that contain or refer to a key ({@code jwk}, {@code jku}, {@code x5c}, {@code x5u}) or critical extensions
 * ({@code crit}); JWTs of other types by their header or claims, such as ID tokens; issuers that are not exactly a
 * configured one; tokens whose audience is or includes a different server; tokens without an expiry, expired or not yet
 * valid.
 */
public final class JwtVerifier implements TokenVerifier {
    private static final List<String> EMBEDDED_KEY_HEADERS = List.of("jwk", "jku", "x5c", "x5u");
    private static final List<String> EXTENSION_HEADERS = List.of("crit", "b64", "zip", "enc");
    private static final String MEDIA_TYPE_PREFIX = "application/";

    private final Map<String, KeySource> issuers;
    private final Set<String> audiences;
    private final Set<String> toleratedAudiences;
    private final Set<String> algorithms;
    private final Set<String> types;
    private final List<String> scopeClaims;
    private final TokenLifetimeValidator lifetime;

    JwtVerifier(JwtVerifierBuilder builder) {
        this.issuers = builder.buildKeySources();
        this.audiences = Set.copyOf(builder.audiences);
        this.toleratedAudiences = Set.copyOf(builder.toleratedAudiences);
        this.algorithms = builder.algorithms;
        this.types = builder.types;
        this.scopeClaims = builder.scopeClaims;
        this.lifetime = new TokenLifetimeValidator(builder.clock, builder.skew, builder.grace);
    }

    /**
     * Creates a builder for this audience.
     *
     * @param audience the value of {@code aud} in tokens for this server: its resource identifier (RFC 8707), or the
     *     value that the authorization server uses instead
     */
    public static JwtVerifierBuilder forAudience(String audience) {
        return new JwtVerifierBuilder(audience);
    }

    @Override
    public VerifiedToken verify(String token) {
        CompactJws jws = CompactJws.parse(token);
        String algorithm = checkHeader(jws);
        ClaimsReader claims = new ClaimsReader(jws.claims());
        String issuer = claims.requiredText("iss");
        KeySource keys = issuers.get(issuer);
        if (keys == null) {
            throw new InvalidTokenException("issuer " + Excerpts.quote(issuer) + " is not configured");
        }
        // Before the signature, so that tokens for other servers or expired ones do not cause a request for keys.
        claims.requireAudience(audiences, toleratedAudiences);
        claims.requireAccessToken();
        Instant expires = lifetime.validateRequiringExpiry(claims);
        checkSignature(jws, algorithm, keys);
        return VerifiedToken.ofClaims(issuer, claims, scopeClaims, expires);
    }

    private String checkHeader(CompactJws jws) {
        Json header = jws.header();
        String algorithm = header.string("alg");
        if (algorithm == null || !algorithms.contains(algorithm)) {
            throw new InvalidTokenException("alg " + Excerpts.quote(algorithm) + " is not allowed");
        }
        jws.rejectHeaders(EMBEDDED_KEY_HEADERS, "the header contains a key: ");
        jws.rejectHeaders(EXTENSION_HEADERS, "the header contains the unsupported extension ");
        Json type = header.get("typ");
        if (type != null && !types.contains(normalizeType(type.string()))) {
            throw new InvalidTokenException("typ " + Excerpts.quote(type.string()) + " is not an access token type");
        }
        if (type == null && !types.contains("")) {
            throw new InvalidTokenException("typ is missing");
        }
        return algorithm;
    }

    /** Normalizes a media type to lower case without the prefix {@code application/} (RFC 7515, section 4.1.9). */
    public static String normalizeType(@Nullable String type) {
        String lower = type == null ? "?" : type.toLowerCase(Locale.ROOT);
        return lower.startsWith(MEDIA_TYPE_PREFIX) ? lower.substring(MEDIA_TYPE_PREFIX.length()) : lower;
    }

    private static void checkSignature(CompactJws jws, String algorithm, KeySource keys) {
        String keyId = jws.header().string("kid");
        if (keyId == null && jws.header().get("kid") != null) {
            throw new InvalidTokenException("kid is not a string");
        }
        JWSHeader header = SignatureVerifier.parseHeader(jws);
        List<JWK> candidates = keys.findKeys(keyId, algorithm);
        if (candidates.isEmpty()) {
            throw new InvalidTokenException("no key " + Excerpts.quote(keyId) + " for " + algorithm);
        }
        if (candidates.stream().noneMatch(key -> SignatureVerifier.isValid(key, header, jws))) {
            throw new InvalidTokenException("the signature is wrong");
        }
    }
}
