package dev.tenon.guard.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All secrets are assembled at run time, so that source code scanners do not find them in this file. */
class SecretDetectorTest {

    @ParameterizedTest
    @CsvSource({
        "aws-access-key, AKIA, 16 A",
        "aws-access-key, ASIA, 16 A",
        "google-api-key, AIza, 35 a",
        "google-oauth-secret, GOCSPX-, 28 a",
        "google-access-token, ya29., 120 a",
        "digitalocean-token, dop_v1_, 64 0",
        "github-token, ghp_, 36 a",
        "github-token, ghs_, 36 a",
        "github-token, github_pat_, 82 a",
        "gitlab-token, glpat-, 20 a",
        "npm-token, npm_, 36 a",
        "pypi-token, pypi-AgEI, 150 a",
        "docker-token, dckr_pat_, 27 a",
        "vault-token, hvs., 95 a",
        "databricks-token, dapi, 32 0",
        "slack-token, xoxb-, 50 a",
        "slack-token, xapp-, 60 a",
        "stripe-key, sk_live_, 24 a",
        "stripe-key, rk_test_, 99 a",
        "stripe-webhook-secret, whsec_, 32 a",
        "shopify-token, shpat_, 32 0",
        "twilio-key, SK, 32 0",
        "anthropic-key, sk-ant-api03-, 95 a",
        "openai-key, sk-proj-, 156 a",
        "openrouter-key, sk-or-v1-, 64 0",
        "huggingface-token, hf_, 34 a",
        "groq-key, gsk_, 52 a",
        "linear-key, lin_api_, 40 a",
        "age-key, AGE-SECRET-KEY-1, 58 A",
    })
    void a_secret_of_a_provider_is_found_by_kind_and_redacted(String kind, String prefix, String rest) {
        String secret = prefix + random(rest);
        String text = "key=" + secret + ", and more";

        assertThat(SecretDetector.COMMON.find(text))
                .extracting(TextMatch::ruleName)
                .containsExactly("secrets." + kind);
        assertThat(SecretDetector.COMMON.redact(text)).isEqualTo("key=[redacted: " + kind + "], and more");
        assertThat(SecretDetector.COMMON.find(text).toString()).doesNotContain(secret.substring(8));
    }

    @Test
    void secrets_with_an_inner_structure_are_found() {
        String jwt = "eyJ" + random("20 a") + ".eyJ" + random("40 a") + "." + random("43 a");
        String sendgrid = "SG." + random("22 a") + "." + random("43 a");
        String openai = "sk-" + random("20 a") + "T3Blbk" + "FJ" + random("20 a");

        assertThat(SecretDetector.COMMON.redact(jwt)).isEqualTo("[redacted: jwt]");
        assertThat(SecretDetector.COMMON.redact(sendgrid)).isEqualTo("[redacted: sendgrid-key]");
        assertThat(SecretDetector.COMMON.redact(openai)).isEqualTo("[redacted: openai-key]");
    }

    @Test
    void text_that_precedes_a_secret_stays_readable() {
        String key = random("40 a");
        assertThat(SecretDetector.COMMON.redact("aws_secret_access_key = " + key + "\nregion = x"))
                .isEqualTo("aws_secret_access_key[redacted: aws-secret-key]\nregion = x");
        assertThat(SecretDetector.COMMON.redact("AccountName=x;AccountKey=" + random("86 a") + "==;End"))
                .isEqualTo("AccountName=x;AccountKey=[redacted: azure-storage-key];End");
        assertThat(SecretDetector.COMMON.redact("Authorization: Bearer " + random("30 a")))
                .isEqualTo("Authorization: Bearer [redacted: bearer-token]");
        assertThat(SecretDetector.COMMON.redact("postgres://app:hunter22@db.test:5432/x"))
                .isEqualTo("postgres://[redacted: url-password]db.test:5432/x");
    }

    @Test
    void a_private_key_is_redacted_to_its_last_line_even_if_truncated() {
        String begin = "-----BEGIN RSA PRIVATE" + " KEY-----";
        String pem = begin + "\nMIIE\n" + "-----END RSA PRIVATE" + " KEY-----";

        assertThat(SecretDetector.COMMON.redact("a\n" + pem + "\nb")).isEqualTo("a\n[redacted: private-key]\nb");
        assertThat(SecretDetector.COMMON.redact("a\n" + begin + "\nMIIE")).isEqualTo("a\n[redacted: private-key]");
        assertThat(SecretDetector.COMMON.redact("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"))
                .contains("MIIE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AKIA is a prefix",
                "a task-based sk-learn model",
                "ghp_short",
                "https://example.com:8080/path@2",
                "mailto:a@b.test",
                "eyJust a word",
                "npm_config_registry",
                "-----BEGIN PUBLIC KEY-----",
                "whsec_ sk_live_ xoxb-",
            })
    void text_that_only_begins_like_a_secret_is_unchanged(String text) {
        assertThat(SecretDetector.COMMON.find(text)).isEmpty();
    }

    @Test
    void a_prefix_inside_a_word_is_not_a_match() {
        assertThat(SecretDetector.COMMON.find("X" + "AKIA" + random("16 A"))).isEmpty();
    }

    @Test
    void custom_formats_are_found_and_invalid_ones_rejected() {
        SecretDetector detector =
                new SecretDetector(List.of(new CustomSecretFormat("our-key", "acme-", "a-z0-9", 10, 20)));

        assertThat(detector.redact("acme-0123456789ab x")).isEqualTo("[redacted: our-key] x");
        assertThatThrownBy(() -> new CustomSecretFormat("k", "a", "a-z", 1, 2)).hasMessageContaining("three");
        assertThatThrownBy(() -> new CustomSecretFormat("k", "abc", "a-z", 3, 2))
                .hasMessageContaining("1 to");
    }

    @Test
    void many_partial_matches_take_linear_time() {
        String text = "sk-ant-".repeat(100_000)
                + "://a".repeat(100_000)
                + "-----BEGIN ".repeat(50_000)
                + "eyJ.eyJ".repeat(50_000);

        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> SecretDetector.COMMON.find(text));
    }

    private static String random(String spec) {
        String[] parts = spec.split(" ");
        String alphabet =
                switch (parts[1]) {
                    case "A" -> "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
                    case "0" -> "0123456789abcdef";
                    default -> "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
                };
        Random random = new Random(7);
        StringBuilder out = new StringBuilder();
        for (int i = Integer.parseInt(parts[0]); i > 0; i--) {
            out.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return out.toString();
    }
}
