package dev.tenon.guard.credentials;

import dev.tenon.client.HttpAuth;
import dev.tenon.oauth.client.AccessToken;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.TokenAuth;
import dev.tenon.oauth.client.TokenRefusedException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows a server a token that an authorization server gave to the guard, and tells the operator when there is none. */
final class GrantedToken implements HttpAuth {
    private final HttpAuth auth;
    private final Complaint complaint;

    GrantedToken(Supplier<AccessToken> source, Complaint complaint) {
        this.auth = TokenAuth.of(() -> told(source, complaint));
        this.complaint = complaint;
    }

    private static AccessToken told(Supplier<AccessToken> source, Complaint complaint) {
        try {
            return source.get();
        } catch (Complaint.NoCredentialsException e) {
            throw e;
        } catch (TokenRefusedException e) {
            throw complaint.none(String.valueOf(e.getMessage()), advice(e.code()));
        } catch (AuthorizationException e) {
            throw complaint.none(String.valueOf(e.getMessage()), "Check \"tokenUrl\", and whether it can be reached");
        }
    }

    private static String advice(String code) {
        return switch (code) {
            case "invalid_client" -> "Check \"id\", \"secret\" and \"authentication\"";
            case "invalid_scope" -> "Check \"scopes\": the authorization server does not give these to the guard";
            case "invalid_target" -> "Check \"audience\" or \"resource\": the authorization server does not know it";
            case "unauthorized_client", "unsupported_grant_type" ->
                "Have the authorization server allow the guard's client this grant";
            case "invalid_grant", "invalid_request" ->
                "The authorization server does not take the client's token for an exchange, or does not know this one";
            default -> "The log of the authorization server may say more";
        };
    }

    @Override
    public Map<String, String> headers(String method, URI uri) {
        return auth.headers(method, uri);
    }

    @Override
    public @Nullable Map<String, String> headersNow(String method, URI uri) {
        return auth.headersNow(method, uri);
    }

    @Override
    public boolean refused(Refusal refusal) {
        boolean again = auth.refused(refusal);
        if (!again) {
            complaint.refused(
                    refusal.status(),
                    "Check \"scopes\", and \"audience\" or \"resource\": the token may be for another server, or allow too little");
        }
        return again;
    }

    @Override
    public void answered(int status, URI uri, Map<String, List<String>> headers) {
        auth.answered(status, uri, headers);
    }
}
