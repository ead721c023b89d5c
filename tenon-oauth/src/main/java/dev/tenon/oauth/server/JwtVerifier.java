package dev.tenon.oauth.server;

import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accepts access tokens that are signed JWTs (RFC 7519, RFC 9068) of the issuers that are configured, made for this server.
 *
 * <pre>{@code
 * TokenVerifier tokens = JwtVerifier.forAudience("https://mcp.example.com/mcp")
 *         .issuer("https://login.example.com")
 *         .build();
 * }</pre>
 *
 * <p>Refused are: signatures that are missing, wrong, symmetric, or by a key that does not fit the algorithm (RFC 8725);
 * headers that bring or name a key of their own ({@code jwk}, {@code jku}, {@code x5c}, {@code x5u}) or extensions that must
 * be understood ({@code crit}); JWTs of other types, by their header or by what they say, such as ID tokens; issuers that are not exactly one of those configured; tokens for others,
 * also for others beside this server; tokens without an end, or out of their time.
 */
public final class JwtVerifier implements TokenVerifier {
    private static final List<String> KEYS_OF_THEIR_OWN = List.of("jwk", "jku", "x5c", "x5u");
    private static final List<String> EXTENSIONS = List.of("crit", "b64", "zip", "enc");
    private static final String MEDIA_TYPE_PREFIX = "application/";

    private final Map<String, Keys> issuers;
    private final Set<String> audiences;
    private final Set<String> tolerated;
    private final Set<String> algorithms;
    private final Set<String> types;
    private final List<String> scopeClaims;
    private final Lifetime lifetime;

    JwtVerifier(JwtVerifierBuilder builder) {
        this.issuers = builder.issuers();
        this.audiences = Set.copyOf(builder.audiences);
        this.tolerated = Set.copyOf(builder.tolerated);
        this.algorithms = builder.algorithms;
        this.types = builder.types;
        this.scopeClaims = builder.scopeClaims;
        this.lifetime = new Lifetime(builder.clock, builder.skew, builder.grace);
    }

    /**
     * How tokens for that audience are to be verified.
     *
     * @param audience what stands in {@code aud} of a token for this server: its resource identifier (RFC 8707), or whatever
     *     the authorization server puts there instead
     */
    public static JwtVerifierBuilder forAudience(String audience) {
        return new JwtVerifierBuilder(audience);
    }

    @Override
    public VerifiedToken verify(String token) {
        CompactJws jws = CompactJws.parse(token);
        String algorithm = checkHeader(jws.header());
        Claims claims = new Claims(jws.claims());
        String issuer = claims.requiredText("iss");
        Keys keys = issuers.get(issuer);
        if (keys == null) {
            throw new InvalidTokenException("issuer " + Quote.shortened(issuer) + " is not known here");
        }
        // Before the signature: what is for others or out of its time is not worth the asking for keys.
        claims.requireAudience(audiences, tolerated);
        claims.requireAccessToken();
        Instant expires = lifetime.require(claims);
        checkSignature(jws, algorithm, keys);
        return new VerifiedToken(
                VerifiedToken.nameOf(issuer, claims.requiredText("sub")),
                claims.scopes(scopeClaims),
                claims.all(),
                expires,
                claims.boundKey());
    }

    private String checkHeader(Json header) {
        String algorithm = header.string("alg");
        if (algorithm == null || !algorithms.contains(algorithm)) {
            throw new InvalidTokenException("alg " + Quote.shortened(algorithm) + " is not allowed");
        }
        for (String name : KEYS_OF_THEIR_OWN) {
            if (header.get(name) != null) {
                throw new InvalidTokenException("the header brings a key of its own: " + name);
            }
        }
        for (String name : EXTENSIONS) {
            if (header.get(name) != null) {
                throw new InvalidTokenException("the header wants " + name + " to be understood");
            }
        }
        if (header.get("typ") != null && !types.contains(type(header.string("typ")))) {
            throw new InvalidTokenException("typ " + Quote.shortened(header.string("typ")) + " is no access token");
        }
        if (header.get("typ") == null && !types.contains("")) {
            throw new InvalidTokenException("typ is missing");
        }
        return algorithm;
    }

    /** Media types are compared without regard to case and without the usual beginning (RFC 7515, section 4.1.9). */
    static String type(@Nullable String type) {
        String lower = type == null ? "?" : type.toLowerCase(Locale.ROOT);
        return lower.startsWith(MEDIA_TYPE_PREFIX) ? lower.substring(MEDIA_TYPE_PREFIX.length()) : lower;
    }

    private static void checkSignature(CompactJws jws, String algorithm, Keys keys) {
        String keyId = jws.header().string("kid");
        if (keyId == null && jws.header().get("kid") != null) {
            throw new InvalidTokenException("kid is no text");
        }
        JWSHeader header = Signatures.header(jws);
        List<JWK> candidates = keys.find(keyId, algorithm);
        if (candidates.isEmpty()) {
            throw new InvalidTokenException("no key " + Quote.shortened(keyId) + " for " + algorithm);
        }
        if (candidates.stream().noneMatch(key -> Signatures.isMadeBy(key, header, jws))) {
            throw new InvalidTokenException("the signature is wrong");
        }
    }
}
