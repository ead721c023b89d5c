package dev.tenon.oauth.spring;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2AuthorizationGrantAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.authentication.OAuth2TokenExchangeAuthenticationToken;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenContext;

/** Sets the audience of a token to its requested resource (RFC 8707), which Spring leaves to its users. */
final class ResourceAudience {
    private static final String RESOURCE = "resource";

    private ResourceAudience() {}

    /** Returns the resource; empty if there was no parameter. */
    static List<String> of(OAuth2TokenContext context) {
        Set<String> granted = readGrantedResources(context);
        Set<String> requested = readRequestedResources(context.getAuthorizationGrant());
        if (requested.isEmpty()) {
            return List.copyOf(granted);
        }
        if (!granted.isEmpty() && !granted.containsAll(requested)) {
            throw new OAuth2AuthenticationException(new OAuth2Error("invalid_target"));
        }
        return List.copyOf(requested);
    }

    /** Returns the resource of the authorization request, if the grant is based on one. */
    private static Set<String> readGrantedResources(OAuth2TokenContext context) {
        if (context.getAuthorization() == null
                || context.getAuthorizationGrant() instanceof OAuth2TokenExchangeAuthenticationToken) {
            return Set.of();
        }
        OAuth2AuthorizationRequest request =
                context.getAuthorization().getAttribute(OAuth2AuthorizationRequest.class.getName());
        return request == null ? Set.of() : values(request.getAdditionalParameters());
    }

    private static Set<String> readRequestedResources(@Nullable Authentication grant) {
        if (grant instanceof OAuth2TokenExchangeAuthenticationToken exchange) {
            return exchange.getResources();
        }
        return grant instanceof OAuth2AuthorizationGrantAuthenticationToken token
                ? values(token.getAdditionalParameters())
                : Set.of();
    }

    private static Set<String> values(Map<String, Object> parameters) {
        Object value = parameters.get(RESOURCE);
        Set<String> values = new LinkedHashSet<>();
        if (value instanceof String one) {
            values.add(one);
        } else if (value instanceof String[] several) {
            values.addAll(List.of(several));
        } else if (value instanceof Collection<?> several) {
            several.forEach(one -> values.add(one.toString()));
        }
        return values;
    }
}
