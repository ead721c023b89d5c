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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the claims of a token, and refuses those that are not what they should be. */
public record ClaimsReader(Json claims) {
    /** Far beyond every date that matters, and near enough to count with. */
    private static final BigDecimal MAX_EPOCH_SECONDS = BigDecimal.valueOf(1L << 40);

    /**
     * What ID tokens and logout tokens have, and access tokens do not (OpenID Connect Core, 2 and 3; Back-Channel
     * Logout, 2.4).
     */
    private static final List<String> NON_ACCESS_TOKEN_CLAIMS = List.of("at_hash", "c_hash", "s_hash", "events");

    /** Claims in which servers say what kind of token it is, and the kinds that are access tokens. */
    private static final Map<String, Set<String>> ACCESS_TOKEN_TYPES =
            Map.of("typ", Set.of("bearer", "dpop"), "token_use", Set.of("access"));

    private static final Pattern SPACE = Pattern.compile(" ");

    public Map<String, Json> asMap() {
        return claims.members();
    }

    /** A text, or null where there is none. */
    @Nullable public String text(String name) {
        Json value = claims.get(name);
        if (value == null) {
            return null;
        }
        String text = value.string();
        if (text == null || text.isBlank()) {
            throw new InvalidTokenException(name + " is no text");
        }
        return text;
    }

    public String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw new InvalidTokenException(name + " is missing");
        }
        return text;
    }

    /** A date in seconds since 1970 (RFC 7519, NumericDate), or null where there is none. */
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
            throw new InvalidTokenException(name + " is no date");
        }
        return Instant.ofEpochSecond(
                seconds.longValue(),
                seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue());
    }

    /** One text or several. */
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
            throw new InvalidTokenException(name + " holds something else than text");
        }
        return text;
    }

    /** Scopes: one text of words, or several texts. The first of these claims that is there counts. */
    public Set<String> scopes(Collection<String> names) {
        for (String name : names) {
            Json value = claims.get(name);
            if (value != null) {
                Set<String> scopes = new LinkedHashSet<>();
                if (value.kind() == JsonKind.ARRAY) {
                    scopes.addAll(texts(name));
                } else if (value.string() != null) {
                    SPACE.splitAsStream(String.valueOf(value.string())).forEach(scopes::add);
                } else {
                    throw new InvalidTokenException(name + " is no text");
                }
                scopes.remove("");
                return scopes;
            }
        }
        return Set.of();
    }

    /**
     * Whom the token is for: exactly one of those that this server answers to. Somebody else beside it could use the
     * token here, or get it from here (RFC 9700, section 2.3), so he must be known and tolerated.
     */
    public void requireAudience(Set<String> mine, Set<String> tolerated) {
        List<String> audiences = texts("aud");
        if (audiences.isEmpty()) {
            throw new InvalidTokenException("aud is missing");
        }
        List<String> others =
                audiences.stream().filter(a -> !tolerated.contains(a)).toList();
        if (others.size() != 1 || !mine.contains(others.get(0))) {
            throw new InvalidTokenException(
                    "aud is " + audiences.stream().limit(4).map(Excerpts::quote).toList() + " instead of " + mine);
        }
    }

    /**
     * Whether it is an access token as far as it says: an ID token of the same issuer can have the same audience, where
     * a server and its client go by one name.
     */
    public void requireAccessToken() {
        for (String name : NON_ACCESS_TOKEN_CLAIMS) {
            if (claims.get(name) != null) {
                throw new InvalidTokenException("a token with " + name + " is no access token");
            }
        }
        ACCESS_TOKEN_TYPES.forEach((name, kinds) -> {
            Json value = claims.get(name);
            String kind = value == null ? null : value.string();
            if (value != null && (kind == null || !kinds.contains(kind.toLowerCase(Locale.ROOT)))) {
                throw new InvalidTokenException(name + " is " + Excerpts.quote(kind) + ", which is no access token");
            }
        });
    }

    /**
     * The key that the caller has to prove, or null.
     *
     * @throws InvalidTokenException when the token is bound in a way that cannot be checked here
     */
    @Nullable public String keyThumbprint() {
        Json confirmation = claims.get("cnf");
        if (confirmation == null) {
            return null;
        }
        String text = confirmation.string("jkt");
        if (text == null || confirmation.members().size() != 1) {
            throw new InvalidTokenException("cnf binds the token in another way than by jkt");
        }
        return text;
    }
}
