package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ErrorObject;
import dev.tenon.json.Quote;
import dev.tenon.oauth.client.TokenRefusedException;
import org.jspecify.annotations.Nullable;

/** What an authorization server says when it refuses, for people: short, and nothing that steers a terminal. */
final class TokenErrors {
    private static final int LONGEST = 300;

    private TokenErrors() {}

    static TokenRefusedException exception(String what, @Nullable ErrorObject error, String then) {
        String code = error == null ? null : error.getCode();
        return exception(what, code, error == null ? null : error.getDescription(), then);
    }

    static TokenRefusedException exception(
            String what, @Nullable String code, @Nullable String description, String then) {
        String said = code == null ? "it does not say why" : Quote.visible(code, LONGEST);
        String more = description == null ? "" : " (" + Quote.visible(description, LONGEST) + ")";
        return new TokenRefusedException(what + ": " + said + more + then, code == null ? "" : code);
    }
}
