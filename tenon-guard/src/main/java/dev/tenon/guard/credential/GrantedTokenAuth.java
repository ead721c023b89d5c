package dev.tenon.guard.credential;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.client.OAuthErrorException;
import dev.tenon.oauth.client.token.AccessToken;
import dev.tenon.oauth.client.token.TokenAuth;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows a server a token that an authorization server gave to the guard, and tells the operator when there is none. */
final class GrantedTokenAuth implements CredentialsProvider {
    private final CredentialsProvider auth;
    private final CredentialErrorReporter complaint;

    GrantedTokenAuth(Supplier<AccessToken> source, CredentialErrorReporter complaint) {
        this.auth = TokenAuth.of(() -> fetchToken(source, complaint));
        this.complaint = complaint;
    }

    private static AccessToken fetchToken(Supplier<AccessToken> source, CredentialErrorReporter complaint) {
        try {
            return source.get();
        } catch (CredentialErrorReporter.NoCredentialsException e) {
            throw e;
        } catch (OAuthErrorException e) {
            throw complaint.noCredentials(String.valueOf(e.getMessage()), advice(e.errorCode()));
        } catch (AuthorizationException e) {
            throw complaint.noCredentials(
                    String.valueOf(e.getMessage()), "Check \"tokenUrl\", and whether it can be reached");
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
    public @Nullable Map<String, String> headersIfAvailable(String method, URI uri) {
        return auth.headersIfAvailable(method, uri);
    }

    @Override
    public boolean renew(UnauthorizedResponse refusal) {
        boolean again = auth.renew(refusal);
        if (!again) {
            complaint.logRejected(
                    refusal.status(),
                    "Check \"scopes\", and \"audience\" or \"resource\": the token may be for another server, or allow too little");
        }
        return again;
    }

    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        auth.onResponse(status, uri, headers);
    }
}
