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

/** Sends a token that an authorization server granted to the guard, and reports failures to the operator. */
final class GrantedTokenAuth implements CredentialsProvider {
    private final CredentialsProvider auth;
    private final CredentialErrorReporter errorReporter;

    GrantedTokenAuth(Supplier<AccessToken> source, CredentialErrorReporter errorReporter) {
        this.auth = TokenAuth.of(() -> fetchToken(source, errorReporter));
        this.errorReporter = errorReporter;
    }

    private static AccessToken fetchToken(Supplier<AccessToken> source, CredentialErrorReporter errorReporter) {
        try {
            return source.get();
        } catch (CredentialErrorReporter.NoCredentialsException e) {
            throw e;
        } catch (OAuthErrorException e) {
            throw errorReporter.createNoCredentialsException(String.valueOf(e.getMessage()), advice(e.errorCode()));
        } catch (AuthorizationException e) {
            throw errorReporter.createNoCredentialsException(
                    String.valueOf(e.getMessage()), "Check that \"tokenUrl\" is correct and reachable");
        }
    }

    private static String advice(String code) {
        return switch (code) {
            case "invalid_client" -> "Check \"id\", \"secret\" and \"authentication\"";
            case "invalid_scope" -> "Check \"scopes\": the authorization server does not grant them to the guard";
            case "invalid_target" -> "Check \"audience\" or \"resource\": the authorization server does not know it";
            case "unauthorized_client", "unsupported_grant_type" ->
                "Allow this grant for the guard's client at the authorization server";
            case "invalid_grant", "invalid_request" ->
                "The authorization server does not accept the client's token for an exchange, or does not support it";
            default -> "Check the log of the authorization server";
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
    public boolean renew(UnauthorizedResponse response) {
        boolean isRenewed = auth.renew(response);
        if (!isRenewed) {
            String advice =
                    "Check \"scopes\", and \"audience\" or \"resource\": the token may be for another server, or have"
                            + " too few rights";
            errorReporter.logRejected(response.status(), advice);
        }
        return isRenewed;
    }

    @Override
    public void onResponse(int status, URI uri, Map<String, List<String>> headers) {
        auth.onResponse(status, uri, headers);
    }
}
