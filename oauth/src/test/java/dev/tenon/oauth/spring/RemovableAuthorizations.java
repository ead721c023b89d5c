package dev.tenon.oauth.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** Stores authorizations in memory; a test can remove all of them. */
final class RemovableAuthorizations implements OAuth2AuthorizationService {
    private final OAuth2AuthorizationService delegate = new InMemoryOAuth2AuthorizationService();
    private final Map<String, OAuth2Authorization> authorizations = new ConcurrentHashMap<>();
    private final AtomicInteger unknownRefreshTokens = new AtomicInteger();

    @Override
    public void save(OAuth2Authorization authorization) {
        delegate.save(authorization);
        authorizations.put(authorization.getId(), authorization);
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        delegate.remove(authorization);
        authorizations.remove(authorization.getId());
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return delegate.findById(id);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        OAuth2Authorization authorization = delegate.findByToken(token, type);
        if (authorization == null && OAuth2TokenType.REFRESH_TOKEN.equals(type)) {
            unknownRefreshTokens.incrementAndGet();
        }
        return authorization;
    }

    /** Invalidates all tokens. */
    void removeAll() {
        authorizations.values().forEach(this::remove);
    }

    /** Returns how often an invalid refresh token was sent, for example a used one. */
    int unknownRefreshTokens() {
        return unknownRefreshTokens.get();
    }
}
