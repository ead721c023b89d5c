package dev.tenon.oauth.client.internal.endpoint;

import com.nimbusds.oauth2.sdk.ErrorObject;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.oauth.client.OAuthErrorException;
import org.jspecify.annotations.Nullable;

/** Formats the errors of an authorization server: shortened, and without characters that control a terminal. */
public final class OAuthErrorFormatter {
    private static final int MAX_CHARS = 300;

    private OAuthErrorFormatter() {}

    static OAuthErrorException toException(String prefix, @Nullable ErrorObject error, String suffix) {
        String code = error == null ? null : error.getCode();
        return toException(prefix, code, error == null ? null : error.getDescription(), suffix);
    }

    public static OAuthErrorException toException(
            String prefix, @Nullable String code, @Nullable String description, String suffix) {
        String shownCode = code == null ? "no error code" : Excerpts.escapeInvisible(code, MAX_CHARS);
        String details = description == null ? "" : " (" + Excerpts.escapeInvisible(description, MAX_CHARS) + ")";
        return new OAuthErrorException(prefix + ": " + shownCode + details + suffix, code == null ? "" : code);
    }
}
