package dev.tenon.oauth.client.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class AuthenticationChallengeTest {
    private static AuthenticationChallenge parse(String... headers) {
        return AuthenticationChallenge.parseOAuthChallenge(List.of(headers));
    }

    @Test
    void a_quoted_value_may_contain_commas_equal_signs_and_escaped_quotes() {
        assertThat(parse("Bearer realm=\"a, DPoP b=\\\"c\\\"\", scope=\"d\"").params())
                .containsExactlyInAnyOrderEntriesOf(Map.of("realm", "a, DPoP b=\"c\"", "scope", "d"));
    }

    @Test
    void spaces_around_the_equal_sign_and_names_in_upper_case_are_accepted() {
        assertThat(parse("BEARER Scope = \"a b\" , ERROR\t=\tinvalid_token").params())
                .containsExactlyInAnyOrderEntriesOf(Map.of("scope", "a b", "error", "invalid_token"));
    }

    @Test
    void the_parameters_belong_to_the_scheme_before_them_also_across_header_values() {
        AuthenticationChallenge challenge = parse("Basic realm=\"x\", Bearer", "error=\"e\", Basic scope=\"no\"");
        assertThat(challenge.scheme()).isEqualTo("bearer");
        assertThat(challenge.params()).isEqualTo(Map.of("error", "e"));
    }

    @Test
    void the_first_of_two_equal_parameters_counts() {
        assertThat(parse("Bearer scope=\"first\", scope=\"second\"").scopes()).containsExactly("first");
    }

    @Test
    void a_challenge_with_details_is_preferred_to_an_earlier_one_without() {
        assertThat(parse("Bearer realm=\"x\", DPoP error=\"use_dpop_nonce\"").isNonceRequired())
                .isTrue();
        assertThat(parse("Bearer realm=\"x\", DPoP algs=\"ES256\"").scheme()).isEqualTo("bearer");
    }

    @Test
    void a_credential_of_another_scheme_is_no_parameter_of_the_next_challenge() {
        AuthenticationChallenge challenge = parse("Negotiate YWJj==, Bearer scope=\"a\"");
        assertThat(challenge.params()).isEqualTo(Map.of("scope", "a"));
    }

    @Test
    void an_unterminated_quote_ends_with_the_header() {
        assertThat(parse("Bearer error=\"x\", scope=\"a, b=c").params())
                .isEqualTo(Map.of("error", "x", "scope", "a, b=c"));
    }

    @Test
    void blank_scopes_are_no_scopes() {
        assertThat(parse("Bearer scope=\"  \"").scopes()).isNull();
        assertThat(parse("Bearer scope=\" a   b \"").scopes()).containsExactly("a", "b");
    }

    @Test
    void a_huge_hostile_header_is_parsed_in_linear_time_up_to_a_limit() {
        String padding = "a".repeat(9000) + " = " + "\\".repeat(9000) + "\"";
        assertThat(parse("Bearer " + padding + ", scope=\"beyond\"").scopes()).isNull();
        assertThat(parse("Bearer x=\"" + "\\".repeat(16_000)).scheme()).isEqualTo("bearer");
    }
}
