package dev.tenon.oauth.server.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.json.Json;
import dev.tenon.oauth.ManualClock;
import dev.tenon.oauth.server.InvalidTokenException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimsReaderTest {
    private static ClaimsReader claims(String json) {
        return new ClaimsReader(Json.parse(json));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1970-01-01T00:00:00Z",
        "1.5, 1970-01-01T00:00:01.500Z",
        "0.0000000019, 1970-01-01T00:00:00.000000001Z",
        "1e3, 1970-01-01T00:16:40Z",
        "1099511627776, +36812-02-20T00:36:16Z"
    })
    void a_date_is_a_number_of_seconds(String seconds, Instant expected) {
        assertThat(claims("{\"exp\":" + seconds + "}").date("exp")).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1099511627777", "1e21", "1e99", "1e-21", "\"5\"", "true", "null"})
    void a_value_that_is_no_realistic_date_is_rejected(String value) {
        assertThatThrownBy(() -> claims("{\"exp\":" + value + "}").date("exp"))
                .isInstanceOf(InvalidTokenException.class);
    }

    @Test
    void a_lifetime_ends_at_its_expiry_and_begins_within_the_skew() {
        ManualClock clock = new ManualClock("2026-01-01T00:00:00Z");
        long now = clock.instant().getEpochSecond();
        TokenLifetimeValidator validator =
                new TokenLifetimeValidator(clock, Duration.ofSeconds(10), Duration.ofSeconds(5));
        assertThatCode(() -> validator.validate(claims("{\"exp\":" + (now - 4) + "}")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> validator.validate(claims("{\"exp\":" + (now - 5) + "}")))
                .hasMessageContaining("expired");
        assertThatCode(() -> validator.validate(claims("{\"nbf\":" + (now + 10) + ",\"iat\":" + (now + 10) + "}")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> validator.validate(claims("{\"nbf\":" + (now + 11) + "}")))
                .hasMessageContaining("not valid before");
        assertThatThrownBy(() -> validator.validate(claims("{\"iat\":" + (now + 11) + "}")))
                .hasMessageContaining("in the future");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"me\"", "[\"me\"]", "[\"me\",\"known\"]", "[\"known\",\"me\"]"})
    void exactly_one_audience_is_this_server(String audience) {
        assertThatCode(() -> claims("{\"aud\":" + audience + "}").requireAudience(Set.of("me", "me2"), Set.of("known")))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "\"other\"", "[\"me\",\"other\"]", "[\"me\",\"me2\"]", "[\"known\"]", "[\"me\",1]", "{}"})
    void another_audience_is_rejected(String audience) {
        assertThatThrownBy(() ->
                        claims("{\"aud\":" + audience + "}").requireAudience(Set.of("me", "me2"), Set.of("known")))
                .isInstanceOf(InvalidTokenException.class);
    }

    @Test
    void scopes_come_from_the_first_claim_that_is_present_even_if_it_is_empty() {
        List<String> names = List.of("scope", "scp");
        assertThat(claims("{\"scope\":\" a  b \",\"scp\":[\"c\"]}").scopesOfFirstPresent(names))
                .containsExactly("a", "b");
        assertThat(claims("{\"scp\":[\"c\",\"d\"]}").scopesOfFirstPresent(names))
                .containsExactly("c", "d");
        assertThat(claims("{\"scope\":\"\",\"scp\":[\"c\"]}").scopesOfFirstPresent(names))
                .isEmpty();
        assertThatThrownBy(() -> claims("{\"scope\":7}").scopesOfFirstPresent(names))
                .isInstanceOf(InvalidTokenException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"jkt\":7}", "{\"x5t#S256\":\"a\"}", "{\"jkt\":\"a\",\"x5t#S256\":\"b\"}", "\"a\""})
    void a_token_that_is_bound_in_another_way_is_rejected(String confirmation) {
        assertThatThrownBy(() -> claims("{\"cnf\":" + confirmation + "}").keyThumbprint())
                .isInstanceOf(InvalidTokenException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"at_hash\":\"x\"}",
                "{\"events\":{}}",
                "{\"typ\":\"ID\"}",
                "{\"typ\":1}",
                "{\"token_use\":\"id\"}"
            })
    void a_token_of_another_kind_is_no_access_token(String json) {
        assertThatThrownBy(() -> claims(json).requireAccessToken()).isInstanceOf(InvalidTokenException.class);
    }
}
