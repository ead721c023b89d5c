package dev.tenon.oauth.spring;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationException;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationCodeRequestAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.context.AuthorizationServerContextHolder;

/** Adds the issuer to every authorization response (RFC 9207), which Spring does not do. */
final class IssuerResponseHandler {
    static final String SUPPORTED = "authorization_response_iss_parameter_supported";

    private IssuerResponseHandler() {}

    static void sendCode(HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws IOException {
        var grant = (OAuth2AuthorizationCodeRequestAuthenticationToken) authentication;
        send(response, grant, "code=" + grant.getAuthorizationCode().getTokenValue());
    }

    static void sendError(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        var exception = (OAuth2AuthorizationCodeRequestAuthenticationException) e;
        var authorizationRequest = exception.getAuthorizationCodeRequestAuthentication();
        if (authorizationRequest == null || authorizationRequest.getRedirectUri() == null) {
            response.sendError(
                    HttpServletResponse.SC_BAD_REQUEST, exception.getError().toString());
            return;
        }
        send(
                response,
                authorizationRequest,
                "error=" + encode(exception.getError().getErrorCode()));
    }

    private static void send(
            HttpServletResponse response,
            OAuth2AuthorizationCodeRequestAuthenticationToken authorizationRequest,
            String parameters)
            throws IOException {
        String issuer = AuthorizationServerContextHolder.getContext().getIssuer();
        response.sendRedirect(authorizationRequest.getRedirectUri()
                + (authorizationRequest.getRedirectUri().contains("?") ? "&" : "?") + parameters
                + formatState(authorizationRequest.getState()) + "&iss=" + encode(issuer));
    }

    private static String formatState(@Nullable String state) {
        return state == null ? "" : "&state=" + encode(state);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
