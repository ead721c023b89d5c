package dev.tenon.oauth.server.internal;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.oauth.server.InvalidTokenException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a token, and rejects invalid ones. */
public record ClaimsReader(Json claims) {
    /** The maximum date, beyond every realistic one, but safe for calculations. */
    private static final BigDecimal MAX_EPOCH_SECONDS = BigDecimal.valueOf(1L << 40);

    /**
     * Claims of ID tokens and logout tokens that access tokens do not have (OpenID Connect Core, 2 and 3; Back-Channel
     * Logout, 2.4).
     */
    private static final List<String> NON_ACCESS_TOKEN_CLAIMS = List.of("at_hash", "c_hash", "s_hash", "events");

    /** Claims that contain the kind of the token, and the values for access tokens. */
    private static final Map<String, Set<String>> ACCESS_TOKEN_TYPES =
            Map.of("typ", Set.of("bearer", "dpop"), "token_use", Set.of("access"));

    public Map<String, Json> asMap() {
        return claims.members();
    }

    /** Returns a string claim, or null if it is missing. */
    @Nullable public String text(String name) {
        Json value = claims.get(name);
        if (value == null) {
            return null;
        }
        String text = value.string();
        if (text == null || text.isBlank()) {
            throw new InvalidTokenException(name + " is not a string or is blank");
        }
        return text;
    }

    public String requiredText(String name) {
        return requirePresent(name, text(name));
    }

    static <T> T requirePresent(String name, @Nullable T value) {
        if (value == null) {
            throw new InvalidTokenException(name + " is missing");
        }
        return value;
    }

    /** Returns a date claim (RFC 7519, NumericDate: seconds since 1970), or null if it is missing. */
    @Nullable Instant date(String name) {
        Json value = claims.get(name);
        if (value == null) {
            return null;
        }
        BigDecimal seconds = value.number();
        if (seconds == null
                || Math.abs((long) seconds.scale()) > 20
                || seconds.signum() < 0
                || seconds.compareTo(MAX_EPOCH_SECONDS) > 0) {
            throw new InvalidTokenException(name + " is not a date");
        }
        return Instant.ofEpochSecond(
                seconds.longValue(),
                seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue());
    }

    public Instant requiredDate(String name) {
        return requirePresent(name, date(name));
    }

    /** Returns a claim that is a string or an array of strings. */
    List<String> texts(String name) {
        Json value = claims.get(name);
        if (value == null) {
            return List.of();
        }
        if (value.kind() != JsonKind.ARRAY) {
            return List.of(requiredText(name));
        }
        return value.elements().stream()
                .map(element -> elementText(name, element))
                .toList();
    }

    private static String elementText(String name, Json element) {
        String text = element.string();
        if (text == null) {
            throw new InvalidTokenException(name + " contains an element that is not a string");
        }
        return text;
    }

    /**
     * Returns the scopes: a string separated by spaces, or an array of strings. Uses the first of these claims that is
     * present.
     */
    public Set<String> scopesOfFirstPresent(Collection<String> names) {
        for (String name : names) {
            Json value = claims.get(name);
            if (value != null) {
                Set<String> scopes = new LinkedHashSet<>();
                if (value.kind() == JsonKind.ARRAY) {
                    scopes.addAll(texts(name));
                } else if (value.string() != null) {
                    scopes.addAll(List.of(String.valueOf(value.string()).split(" ")));
                } else {
                    throw new InvalidTokenException(name + " is not a string");
                }
                scopes.remove("");
                return scopes;
            }
        }
        return Set.of();
    }

    /**
     * Checks the audience: exactly one identifier of this server. A further audience could use the token here, or get
     * it from here (RFC 9700, section 2.3), so it must be tolerated explicitly.
     */
    public void requireAudience(Set<String> expected, Set<String> tolerated) {
        List<String> audiences = texts("aud");
        if (audiences.isEmpty()) {
            throw new InvalidTokenException("aud is missing");
        }
        List<String> others =
                audiences.stream().filter(a -> !tolerated.contains(a)).toList();
        if (others.size() != 1 || !expected.contains(others.get(0))) {
            throw new InvalidTokenException(
                    "aud is " + audiences.stream().limit(4).map(Excerpts::quote).toList() + " instead of " + expected);
        }
    }

    /**
     * Rejects tokens that declare to be no access tokens. An ID token of the same issuer can have the same audience if
     * a server and its client share an identifier.
     */
    public void requireAccessToken() {
        for (String name : NON_ACCESS_TOKEN_CLAIMS) {
            if (claims.get(name) != null) {
                throw new InvalidTokenException("a token with " + name + " is not an access token");
            }
        }
        ACCESS_TOKEN_TYPES.forEach((name, kinds) -> {
            Json value = claims.get(name);
            String kind = value == null ? null : value.string();
            if (value != null && (kind == null || !kinds.contains(kind.toLowerCase(Locale.ROOT)))) {
                throw new InvalidTokenException(
                        name + " is " + Excerpts.quote(kind) + ", which is not an access token");
            }
        });
    }

    /**
     * Returns the thumbprint of the key to which the token is bound, or null.
     *
     * @throws InvalidTokenException if the token is bound in an unsupported way
     */
    @Nullable public String keyThumbprint() {
        Json confirmation = claims.get("cnf");
        if (confirmation == null) {
            return null;
        }
        String text = confirmation.string("jkt");
        if (text == null || confirmation.members().size() != 1) {
            throw new InvalidTokenException("cnf binds the token in an unsupported way; only jkt is supported");
        }
        return text;
    }
}
