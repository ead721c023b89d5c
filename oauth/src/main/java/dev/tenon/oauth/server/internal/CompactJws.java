package dev.tenon.oauth.server.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.oauth.server.InvalidTokenException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A strictly parsed signed JWT (RFC 7515, section 7.1): canonical base64url, JSON without duplicate members, and a
 * signature. Its contents are not trustworthy before the signature is verified.
 */
public record CompactJws(Json header, Json claims, String headerText, byte[] signingInput, String signature) {
    /** The maximum length, more than HTTP servers usually accept in a header. */
    public static final int MAX_CHARS = 16 << 10;

    private static final JsonReader JSON = new JsonReader(new JsonLimits(MAX_CHARS, 16, MAX_CHARS, 40, 256, 1000));

    /**
     * Parses a token.
     *
     * @throws InvalidTokenException if it is malformed
     */
    public static CompactJws parse(String text) {
        if (text.length() > MAX_CHARS) {
            throw new InvalidTokenException("longer than " + MAX_CHARS + " characters");
        }
        String[] parts = text.split("\\.", -1);
        if (parts.length != 3) {
            throw new InvalidTokenException("not a signed JWT: " + parts.length + " parts instead of 3");
        }
        if (parts[2].isEmpty()) {
            throw new InvalidTokenException("the signature is missing");
        }
        Json header = parseObject("header", decodeBase64Url("header", parts[0]));
        Json claims = parseObject("payload", decodeBase64Url("payload", parts[1]));
        decodeBase64Url("signature", parts[2]);
        byte[] input = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        return new CompactJws(header, claims, parts[0], input, parts[2]);
    }

    /**
     * Rejects a JWT with one of these header parameters.
     *
     * @param problem the reason, before the name of the parameter
     */
    public void rejectHeaders(List<String> names, String problem) {
        for (String name : names) {
            if (header.get(name) != null) {
                throw new InvalidTokenException(problem + name);
            }
        }
    }

    /** Returns the type without the contents, which are a usable token. */
    @Override
    public String toString() {
        return "CompactJws";
    }

    private static byte[] decodeBase64Url(String part, String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new InvalidTokenException("the " + part + " is not base64url as in RFC 7515");
    }

    private static Json parseObject(String part, byte[] bytes) {
        try {
            Json json = JSON.read(bytes);
            if (json.isObject()) {
                return json;
            }
        } catch (JsonException e) {
            throw new InvalidTokenException("the " + part + " is not acceptable JSON: " + e.getMessage());
        }
        throw new InvalidTokenException("the " + part + " is not a JSON object");
    }
}
