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
final class IssuerInResponses {
    static final String SUPPORTED = "authorization_response_iss_parameter_supported";

    private IssuerInResponses() {}

    static void granted(HttpServletRequest request, HttpServletResponse response, Authentication authentication)
            throws IOException {
        var granted = (OAuth2AuthorizationCodeRequestAuthenticationToken) authentication;
        send(response, granted, "code=" + granted.getAuthorizationCode().getTokenValue());
    }

    static void refused(HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        var refused = (OAuth2AuthorizationCodeRequestAuthenticationException) e;
        var asked = refused.getAuthorizationCodeRequestAuthentication();
        if (asked == null || asked.getRedirectUri() == null) {
            response.sendError(
                    HttpServletResponse.SC_BAD_REQUEST, refused.getError().toString());
            return;
        }
        send(response, asked, "error=" + encoded(refused.getError().getErrorCode()));
    }

    private static void send(
            HttpServletResponse response, OAuth2AuthorizationCodeRequestAuthenticationToken asked, String parameters)
            throws IOException {
        String issuer = AuthorizationServerContextHolder.getContext().getIssuer();
        response.sendRedirect(asked.getRedirectUri() + (asked.getRedirectUri().contains("?") ? "&" : "?") + parameters
                + state(asked.getState()) + "&iss=" + encoded(issuer));
    }

    private static String state(@Nullable String state) {
        return state == null ? "" : "&state=" + encoded(state);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
