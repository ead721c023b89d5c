package dev.tenon.oauth.client.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.ECKey;
import dev.tenon.oauth.client.TokenStore;
import dev.tenon.oauth.client.internal.dpop.DpopKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSetTest {
    private static final Instant ISSUED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration EARLY = Duration.ofSeconds(30);

    private static TokenSet tokens(@Nullable Instant obtained, @Nullable Instant expires, @Nullable String dpopKey) {
        return new TokenSet(
                "https://as", "https://rs", "client", "at", "rt", obtained, expires, Set.of("a"), null, dpopKey);
    }

    @Test
    void a_set_survives_the_store_with_and_without_its_optional_values() {
        Set<String> scopes = new LinkedHashSet<>(List.of("b", "a"));
        TokenSet full = new TokenSet(
                "https://as",
                "https://rs",
                "client \"1\"",
                "at",
                "rt",
                ISSUED,
                ISSUED.plusNanos(1),
                scopes,
                scopes,
                DpopKey.generate().toJwk());
        TokenSet empty = TokenSet.empty("https://as", "https://rs", "client", null);
        assertThat(TokenSet.parse(full.serialize())).isEqualTo(full);
        assertThat(TokenSet.parse(empty.serialize())).isEqualTo(empty);
    }

    @Test
    void no_requested_scopes_and_none_named_are_different_after_the_store() {
        TokenSet named = TokenSet.empty("https://as", "https://rs", "client", Set.of());
        assertThat(TokenSet.parse(named.serialize()).requestedScopes()).isEmpty();
        TokenSet unnamed = TokenSet.empty("https://as", "https://rs", "client", null);
        assertThat(TokenSet.parse(unnamed.serialize()).requestedScopes()).isNull();
    }

    @Test
    void a_token_expires_at_its_expiry_and_not_before() {
        TokenSet tokens = tokens(ISSUED, ISSUED.plusSeconds(600), null);
        assertThat(tokens.isExpired(ISSUED.plusSeconds(600).minusNanos(1))).isFalse();
        assertThat(tokens.isExpired(ISSUED.plusSeconds(600))).isTrue();
    }

    @Test
    void a_long_lived_token_is_renewed_half_a_minute_early() {
        TokenSet tokens = tokens(ISSUED, ISSUED.plusSeconds(600), null);
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(570).minusNanos(1), EARLY))
                .isFalse();
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(570), EARLY)).isTrue();
    }

    @Test
    void a_short_lived_token_is_renewed_after_three_quarters_of_its_lifetime() {
        TokenSet tokens = tokens(ISSUED, ISSUED.plusSeconds(20), null);
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(15).minusNanos(1), EARLY))
                .isFalse();
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(15), EARLY)).isTrue();
    }

    @Test
    void the_two_rules_agree_at_four_times_the_early_renewal() {
        TokenSet tokens = tokens(ISSUED, ISSUED.plusSeconds(120), null);
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(90).minusNanos(1), EARLY))
                .isFalse();
        assertThat(tokens.isRenewalDue(ISSUED.plusSeconds(90), EARLY)).isTrue();
    }

    @Test
    void a_token_of_unknown_age_is_renewed_early_and_one_without_expiry_never() {
        assertThat(tokens(null, ISSUED.plusSeconds(600), null).isRenewalDue(ISSUED.plusSeconds(570), EARLY))
                .isTrue();
        assertThat(tokens(ISSUED, null, null).isRenewalDue(Instant.MAX, EARLY)).isFalse();
        assertThat(tokens(ISSUED, null, null).isExpired(Instant.MAX)).isFalse();
    }

    @Test
    void requested_scopes_accumulate_up_to_a_limit() {
        Set<String> many =
                IntStream.range(0, 300).mapToObj(i -> "s" + i).collect(Collectors.toCollection(LinkedHashSet::new));
        TokenSet tokens = TokenSet.empty("https://as", "https://rs", "client", Set.of("first"));
        assertThat(tokens.withRequestedScopes(many).requestedScopes())
                .hasSize(200)
                .startsWith("first", "s0");
        assertThat(tokens.withRequestedScopes(Set.of("x".repeat(257), "y".repeat(256)))
                        .requestedScopes())
                .containsExactly("first", "y".repeat(256));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "no json",
                "{\"kty\":\"EC\"}",
                "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"}"
            })
    void stored_tokens_with_an_unreadable_key_are_removed(String key) {
        TokenStore store = TokenStore.inMemory();
        CredentialStore credentials = CredentialStore.of(store, URI.create("https://rs/"));
        credentials.save(tokens(ISSUED, null, key));
        assertThat(credentials.loadTokens()).isNull();
        assertThat(store.get(credentials.key())).isNull();
    }

    @Test
    void stored_tokens_with_a_public_key_only_are_removed() throws Exception {
        String publicKey = ECKey.parse(DpopKey.generate().toJwk()).toPublicJWK().toJSONString();
        CredentialStore credentials = CredentialStore.of(TokenStore.inMemory(), URI.create("https://rs/"));
        credentials.save(tokens(ISSUED, null, publicKey));
        assertThat(credentials.loadTokens()).isNull();
    }

    @Test
    void a_text_without_a_required_member_is_rejected() {
        assertThatThrownBy(() -> TokenSet.parse("{\"issuer\":\"https://as\"}")).hasMessage("Missing member: resource");
    }
}
