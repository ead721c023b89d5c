package dev.tenon.guard.content;

import static dev.tenon.guard.content.SecretBodyMatcher.exactly;
import static dev.tenon.guard.content.SecretBodyMatcher.literal;
import static dev.tenon.guard.content.SecretBodyMatcher.repeat;
import static dev.tenon.guard.content.SecretBodyMatcher.sequence;
import static dev.tenon.guard.content.SecretFormat.of;
import static dev.tenon.guard.content.SecretFormat.withVisiblePrefix;

import java.util.List;
import java.util.stream.Stream;

/** The formats of common providers, as documented or observed. */
final class SecretFormats {
    static final AsciiCharacterSet ALNUM = new AsciiCharacterSet("A-Za-z0-9");

    private static final AsciiCharacterSet UPPER = new AsciiCharacterSet("A-Z0-9");
    private static final AsciiCharacterSet HEX = new AsciiCharacterSet("a-fA-F0-9");
    private static final AsciiCharacterSet DIGITS = new AsciiCharacterSet("0-9");
    private static final AsciiCharacterSet WORD = new AsciiCharacterSet("A-Za-z0-9_");
    private static final AsciiCharacterSet URL_SAFE = new AsciiCharacterSet("A-Za-z0-9_-");
    private static final AsciiCharacterSet BASE64 = new AsciiCharacterSet("A-Za-z0-9+/=");
    private static final AsciiCharacterSet BLANKS = new AsciiCharacterSet(" =:\"'\t>");
    private static final AsciiCharacterSet TOKEN = new AsciiCharacterSet("A-Za-z0-9._~+/=-");
    private static final AsciiCharacterSet USER = new AsciiCharacterSet("A-Za-z0-9._~%!$&+-");
    private static final AsciiCharacterSet PASSWORD = new AsciiCharacterSet("!$-.0-;=A-[]-~");
    private static final SecretBodyMatcher AWS_SECRET = sequence(repeat(BLANKS, 1, 10), exactly(BASE64, 40));

    private static final List<SecretFormat> CLOUDS = List.of(
            of("aws-access-key", exactly(UPPER, 16), "AKIA", "ASIA", "ABIA", "ACCA"),
            withVisiblePrefix("aws-secret-key", AWS_SECRET, "aws_secret_access_key", "AWS_SECRET_ACCESS_KEY"),
            withVisiblePrefix("aws-secret-key", AWS_SECRET, "SecretAccessKey", "secretAccessKey"),
            of("google-api-key", exactly(URL_SAFE, 35), "AIza"),
            of("google-oauth-secret", exactly(URL_SAFE, 28), "GOCSPX-"),
            of("google-access-token", repeat(URL_SAFE, 40, 2048), "ya29."),
            withVisiblePrefix("azure-storage-key", exactly(BASE64, 88).containing("=="), "AccountKey="),
            withVisiblePrefix("azure-shared-key", exactly(BASE64, 44).containing("="), "SharedAccessKey="),
            withVisiblePrefix(
                    "azure-signature", repeat(new AsciiCharacterSet("A-Za-z0-9%+/="), 43, 80), "&sig=", "?sig="),
            of("digitalocean-token", exactly(HEX, 64), "dop_v1_", "doo_v1_", "dor_v1_"),
            of("alibaba-access-key", exactly(ALNUM, 20), "LTAI"),
            of("cloudflare-origin-key", repeat(URL_SAFE, 140, 180), "v1.0-"),
            of("fly-token", repeat(TOKEN, 40, 2048), "fo1_", "fm1r_", "fm2_"),
            of("heroku-key", repeat(URL_SAFE, 36, 80), "HRKU-"));

    private static final List<SecretFormat> CODE = List.of(
            of("github-token", repeat(ALNUM, 36, 255), "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
            of("github-token", repeat(WORD, 60, 255), "github_pat_"),
            of("gitlab-token", repeat(URL_SAFE, 20, 255), "glpat-", "gldt-", "glrt-", "glcbt-"),
            of("gitlab-token", repeat(URL_SAFE, 20, 255), "glptt-", "glft-", "glsoat-"),
            of("gitlab-token", repeat(URL_SAFE, 20, 255), "glagent-", "gloas-", "glimt-", "GR1348941"),
            of("bitbucket-token", repeat(TOKEN, 60, 400), "ATBB", "ATCTT3", "ATATT3"),
            of("npm-token", exactly(ALNUM, 36), "npm_"),
            of("pypi-token", repeat(URL_SAFE, 50, 1024), "pypi-AgEI"),
            of("rubygems-key", exactly(HEX, 48), "rubygems_"),
            of("crates-token", exactly(ALNUM, 32), "cio"),
            of("docker-token", exactly(URL_SAFE, 27), "dckr_pat_", "dckr_oat_"),
            of("terraform-token", repeat(URL_SAFE, 60, 80), "atlasv1."),
            of("vault-token", repeat(URL_SAFE, 24, 300), "hvs.", "hvb.", "hvr."),
            of("doppler-token", repeat(ALNUM, 40, 44), "dp.pt.", "dp.st.", "dp.sa."),
            of("pulumi-token", exactly(HEX, 40), "pul-"),
            of("sentry-token", repeat(TOKEN, 60, 400), "sntrys_", "sntryu_"),
            of("grafana-token", repeat(TOKEN, 32, 400), "glsa_", "glc_"),
            of("newrelic-key", exactly(UPPER, 27), "NRAK-"),
            of("postman-key", repeat(URL_SAFE, 59, 64), "PMAK-"),
            of("databricks-token", repeat(new AsciiCharacterSet("a-f0-9-"), 32, 34), "dapi"));

    private static final List<SecretFormat> SERVICES = List.of(
            of("slack-token", repeat(URL_SAFE, 20, 255), "xoxb-", "xoxp-", "xoxa-", "xoxr-"),
            of("slack-token", repeat(URL_SAFE, 20, 255), "xoxs-", "xoxo-", "xoxe-", "xapp-"),
            of("slack-token", repeat(TOKEN, 20, 255), "xoxe.xox"),
            of("slack-webhook", repeat(new AsciiCharacterSet("A-Z0-9a-z/"), 40, 60), "hooks.slack.com/services/T"),
            of(
                    "discord-webhook",
                    sequence(repeat(DIGITS, 17, 20), literal("/"), repeat(URL_SAFE, 60, 80)),
                    "discord.com/api/webhooks/"),
            of("stripe-key", repeat(ALNUM, 16, 255), "sk_live_", "sk_test_", "rk_live_", "rk_test_"),
            of("stripe-webhook-secret", repeat(ALNUM, 24, 64), "whsec_"),
            of("square-token", repeat(URL_SAFE, 22, 60), "sq0atp-", "sq0csp-", "EAAA"),
            of("shopify-token", exactly(HEX, 32), "shpat_", "shpca_", "shppa_", "shpss_"),
            of("twilio-key", exactly(HEX, 32), "SK"),
            of("sendgrid-key", sequence(exactly(URL_SAFE, 22), literal("."), exactly(URL_SAFE, 43)), "SG."),
            of("mailgun-key", exactly(HEX, 32), "key-"),
            of("notion-token", repeat(ALNUM, 43, 50), "ntn_", "secret_"),
            of("linear-key", exactly(ALNUM, 40), "lin_api_"),
            of("figma-token", repeat(URL_SAFE, 40, 64), "figd_"),
            of("airtable-token", sequence(exactly(ALNUM, 14), literal("."), exactly(HEX, 64)), "pat"),
            of("supabase-key", repeat(WORD, 40, 64), "sbp_", "sb_secret_"),
            of("1password-token", repeat(BASE64, 250, 2048), "ops_eyJ"));

    private static final List<SecretFormat> MODELS = List.of(
            of("anthropic-key", repeat(URL_SAFE, 24, 255), "sk-ant-"),
            of("openai-key", repeat(URL_SAFE, 40, 255), "sk-proj-", "sk-svcacct-", "sk-admin-"),
            of("openai-key", repeat(ALNUM, 40, 64).containing("T3BlbkFJ"), "sk-"),
            of("openrouter-key", exactly(HEX, 64), "sk-or-v1-"),
            of("deepseek-key", exactly(HEX, 32), "sk-"),
            of("huggingface-token", repeat(ALNUM, 30, 40), "hf_", "api_org_"),
            of("groq-key", exactly(ALNUM, 52), "gsk_"),
            of("xai-key", exactly(ALNUM, 80), "xai-"),
            of("perplexity-key", repeat(ALNUM, 40, 64), "pplx-"),
            of("replicate-token", exactly(ALNUM, 37), "r8_"),
            of("langsmith-key", sequence(exactly(HEX, 32), literal("_"), exactly(HEX, 10)), "lsv2_pt_", "lsv2_sk_"));

    private static final List<SecretFormat> GENERAL = List.of(
            of("private-key", new PrivateKeyMatcher(), "-----BEGIN "),
            of("age-key", exactly(UPPER, 58), "AGE-SECRET-KEY-1"),
            of(
                    "jwt",
                    sequence(
                            repeat(URL_SAFE, 8, 2048),
                            literal(".eyJ"),
                            repeat(URL_SAFE, 4, 8192),
                            literal("."),
                            repeat(URL_SAFE, 16, 2048)),
                    "eyJ"),
            withVisiblePrefix("bearer-token", repeat(TOKEN, 20, 4096), "Bearer ", "bearer "),
            withVisiblePrefix(
                    "url-password",
                    sequence(repeat(USER, 0, 128), literal(":"), repeat(PASSWORD, 3, 256), literal("@")),
                    "://"));

    /** All formats; where several have the same prefix, the first that matches applies. */
    static final List<SecretFormat> ALL = Stream.of(CLOUDS, CODE, SERVICES, MODELS, GENERAL)
            .flatMap(List::stream)
            .toList();

    private SecretFormats() {}
}
