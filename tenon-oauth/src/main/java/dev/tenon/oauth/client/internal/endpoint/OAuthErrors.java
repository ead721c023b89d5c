package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.ErrorObject;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.OAuthErrorException;
import org.jspecify.annotations.Nullable;

/** What an authorization server says when it refuses, for people: short, and nothing that steers a terminal. */
public final class OAuthErrors {
    private static final int MAX_CHARS = 300;

    private OAuthErrors() {}

    static OAuthErrorException toException(String what, @Nullable ErrorObject error, String then) {
        String code = error == null ? null : error.getCode();
        return toException(what, code, error == null ? null : error.getDescription(), then);
    }

    public static OAuthErrorException toException(
            String what, @Nullable String code, @Nullable String description, String then) {
        String said = code == null ? "it does not say why" : Excerpts.escapeInvisible(code, MAX_CHARS);
        String more = description == null ? "" : " (" + Excerpts.escapeInvisible(description, MAX_CHARS) + ")";
        return new OAuthErrorException(what + ": " + said + more + then, code == null ? "" : code);
    }
}
