package dev.tenon.oauth.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.http.HttpRequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token in the {@code Authorization} header of a request (RFC 6750, section 2.1; RFC 9449, section 7.1). Tokens in
 * other places are not accepted.
 *
 * @param isDpop whether the scheme is DPoP, which requires a proof
 */
public record PresentedToken(String token, boolean isDpop) {
    private static final Pattern HEADER = Pattern.compile("([A-Za-z0-9!#$%&'*+.^_`|~-]+)(?: +(.*))?");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");
    private static final Pattern AMPERSAND = Pattern.compile("&");

    /** Thrown if the credentials of a request are malformed. The reason is for the log. */
    public static final class MalformedAuthorizationException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        MalformedAuthorizationException(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Returns the scheme without the token, for logs. */
    @Override
    public String toString() {
        return isDpop ? "a DPoP token" : "a bearer token";
    }

    /**
     * Reads the token of a request; returns null if it has no token, or the scheme is neither Bearer nor DPoP.
     *
     * @throws MalformedAuthorizationException if there are several, or one is malformed or in the query
     */
    public static @Nullable PresentedToken read(HttpRequestHead head) {
        String query = head.query();
        if (query != null && AMPERSAND.splitAsStream(query).anyMatch(PresentedToken::isAccessTokenParameter)) {
            throw new MalformedAuthorizationException("a token in the query");
        }
        List<String> headers = head.headers().allValues(HeaderNames.AUTHORIZATION);
        if (headers.size() > 1) {
            throw new MalformedAuthorizationException("more than one Authorization header");
        }
        return headers.isEmpty() ? null : parseHeader(headers.get(0));
    }

    private static boolean isAccessTokenParameter(String parameter) {
        try {
            String name = parameter.split("=", 2)[0];
            return URLDecoder.decode(name, StandardCharsets.UTF_8).equals("access_token");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static @Nullable PresentedToken parseHeader(String header) {
        var parts = HEADER.matcher(header.strip());
        if (!parts.matches()) {
            throw new MalformedAuthorizationException("an Authorization header without a scheme");
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("bearer") && !scheme.equals("dpop")) {
            return null;
        }
        String token = parts.group(2);
        if (token == null || !TOKEN.matcher(token).matches()) {
            throw new MalformedAuthorizationException("an Authorization header without exactly one token");
        }
        return new PresentedToken(token, scheme.equals("dpop"));
    }
}
