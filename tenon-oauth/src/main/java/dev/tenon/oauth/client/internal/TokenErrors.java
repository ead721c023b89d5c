package dev.tenon.oauth.client.internal;

import com.nimbusds.oauth2.sdk.ErrorObject;
import dev.tenon.json.Quote;
import dev.tenon.oauth.client.AuthorizationException;
import org.jspecify.annotations.Nullable;

/** What an authorization server says when it refuses, for people: short, and nothing that steers a terminal. */
final class TokenErrors {
    private static final int LONGEST = 300;

    private TokenErrors() {}

    /** An authorization server refused, with a code that tells what can be done. */
    static final class RefusedException extends AuthorizationException {
        private static final long serialVersionUID = 1L;

        private final String code;

        RefusedException(String message, String code) {
            super(message);
            this.code = code;
        }

        /** Such as {@code invalid_grant}; empty when none was said. */
        String code() {
            return code;
        }
    }

    static RefusedException exception(String what, @Nullable ErrorObject error, String then) {
        String code = error == null ? null : error.getCode();
        return exception(what, code, error == null ? null : error.getDescription(), then);
    }

    static RefusedException exception(String what, @Nullable String code, @Nullable String description, String then) {
        String said = code == null ? "it does not say why" : Quote.visible(code, LONGEST);
        String more = description == null ? "" : " (" + Quote.visible(description, LONGEST) + ")";
        return new RefusedException(what + ": " + said + more + then, code == null ? "" : code);
    }
}
