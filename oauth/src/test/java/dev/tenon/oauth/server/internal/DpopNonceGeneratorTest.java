package dev.tenon.oauth.server.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.oauth.ManualClock;
import dev.tenon.server.StateEncryptionKeys;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DpopNonceGeneratorTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
    private final StateEncryptionKeys keys = StateEncryptionKeys.generate();
    private final DpopNonceGenerator generator = new DpopNonceGenerator(keys, clock, Duration.ofSeconds(60));

    @Test
    void the_nonce_changes_after_half_of_its_age() {
        String first = generator.currentNonce();
        clock.advance(Duration.ofSeconds(29));
        assertThat(generator.currentNonce()).isEqualTo(first);
        clock.advance(SECOND);
        assertThat(generator.currentNonce()).isNotEqualTo(first);
    }

    @Test
    void a_nonce_is_valid_to_the_last_second_of_its_age() {
        String nonce = generator.currentNonce();
        clock.advance(Duration.ofSeconds(60));
        assertThat(generator.isValid(nonce)).isTrue();
        clock.advance(SECOND);
        assertThat(generator.isValid(nonce)).isFalse();
    }

    @Test
    void a_nonce_that_was_just_issued_is_valid_for_at_least_half_of_its_age() {
        clock.advance(Duration.ofSeconds(29));
        String nonce = generator.currentNonce();
        clock.advance(Duration.ofSeconds(30));
        assertThat(generator.isValid(nonce)).isTrue();
    }

    @Test
    void a_nonce_from_the_future_is_invalid() {
        String nonce = generator.currentNonce();
        clock.advance(SECOND.negated());
        assertThat(generator.isValid(nonce)).isFalse();
    }

    @Test
    void an_age_of_one_second_still_yields_valid_nonces() {
        DpopNonceGenerator brief = new DpopNonceGenerator(keys, clock, SECOND);
        String nonce = brief.currentNonce();
        assertThat(brief.isValid(nonce)).isTrue();
        clock.advance(SECOND);
        assertThat(brief.currentNonce()).isNotEqualTo(nonce);
    }

    @Test
    void another_server_accepts_a_nonce_only_with_the_same_keys() {
        String nonce = generator.currentNonce();
        Duration age = Duration.ofSeconds(60);
        assertThat(new DpopNonceGenerator(keys, clock, age).isValid(nonce)).isTrue();
        assertThat(new DpopNonceGenerator(StateEncryptionKeys.generate(), clock, age).isValid(nonce))
                .isFalse();
    }

    @Test
    void a_sealed_text_of_another_length_or_purpose_is_no_nonce() {
        assertThat(generator.isValid(keys.seal("dpop nonce", new byte[7]))).isFalse();
        assertThat(generator.isValid(keys.seal("another purpose", new byte[8]))).isFalse();
        assertThat(generator.isValid("")).isFalse();
    }
}
