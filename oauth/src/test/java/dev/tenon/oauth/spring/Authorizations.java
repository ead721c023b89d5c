package dev.tenon.oauth.spring;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.InMemoryOAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/** The authorizations that Spring keeps in memory, which a test can remove. */
final class Authorizations implements OAuth2AuthorizationService {
    private final OAuth2AuthorizationService memory = new InMemoryOAuth2AuthorizationService();
    private final Map<String, OAuth2Authorization> known = new ConcurrentHashMap<>();
    private final AtomicInteger refused = new AtomicInteger();

    @Override
    public void save(OAuth2Authorization authorization) {
        memory.save(authorization);
        known.put(authorization.getId(), authorization);
    }

    @Override
    public void remove(OAuth2Authorization authorization) {
        memory.remove(authorization);
        known.remove(authorization.getId());
    }

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return memory.findById(id);
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType type) {
        OAuth2Authorization found = memory.findByToken(token, type);
        if (found == null && OAuth2TokenType.REFRESH_TOKEN.equals(type)) {
            refused.incrementAndGet();
        }
        return found;
    }

    /** Invalidates all tokens. */
    void forgetAll() {
        known.values().forEach(this::remove);
    }

    /** Returns how often an invalid refresh token was sent, for example a used one. */
    int unknownRefreshTokens() {
        return refused.get();
    }
}
