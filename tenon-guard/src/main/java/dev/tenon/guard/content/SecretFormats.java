package dev.tenon.guard.content;

import static dev.tenon.guard.content.Letters.ALNUM;
import static dev.tenon.guard.content.Letters.BASE64;
import static dev.tenon.guard.content.Letters.DIGITS;
import static dev.tenon.guard.content.Letters.HEX;
import static dev.tenon.guard.content.Letters.UPPER;
import static dev.tenon.guard.content.Letters.URL_SAFE;
import static dev.tenon.guard.content.Letters.WORD;
import static dev.tenon.guard.content.SecretFormat.after;
import static dev.tenon.guard.content.SecretFormat.of;
import static dev.tenon.guard.content.SecretShape.all;
import static dev.tenon.guard.content.SecretShape.exactly;
import static dev.tenon.guard.content.SecretShape.literal;
import static dev.tenon.guard.content.SecretShape.run;

import java.util.List;
import java.util.stream.Stream;

/** The formats of common providers, as they document them or as their secrets are seen to be. */
final class SecretFormats {
    private static final Letters BLANKS = new Letters(" =:\"'\t>");
    private static final Letters TOKEN = new Letters("A-Za-z0-9._~+/=-");
    private static final Letters PASSWORD = new Letters("!$-.0-;=A-[]-~");

    private static final List<SecretFormat> CLOUDS = List.of(
            of("aws-access-key", exactly(UPPER, 16), "AKIA", "ASIA", "ABIA", "ACCA"),
            after(
                    "aws-secret-key",
                    all(run(BLANKS, 1, 10), exactly(BASE64, 40)),
                    "aws_secret_access_key",
                    "AWS_SECRET_ACCESS_KEY",
                    "SecretAccessKey",
                    "secretAccessKey"),
            of("google-api-key", exactly(URL_SAFE, 35), "AIza"),
            of("google-oauth-secret", exactly(URL_SAFE, 28), "GOCSPX-"),
            of("google-access-token", run(URL_SAFE, 40, 2048), "ya29."),
            after("azure-storage-key", exactly(BASE64, 88).with("=="), "AccountKey="),
            after("azure-shared-key", exactly(BASE64, 44).with("="), "SharedAccessKey="),
            after("azure-signature", run(new Letters("A-Za-z0-9%+/="), 43, 80), "&sig=", "?sig="),
            of("digitalocean-token", exactly(HEX, 64), "dop_v1_", "doo_v1_", "dor_v1_"),
            of("alibaba-access-key", exactly(ALNUM, 20), "LTAI"),
            of("cloudflare-origin-key", run(URL_SAFE, 140, 180), "v1.0-"),
            of("fly-token", run(TOKEN, 40, 2048), "fo1_", "fm1r_", "fm2_"),
            of("heroku-key", run(URL_SAFE, 36, 80), "HRKU-"));

    private static final List<SecretFormat> CODE = List.of(
            of("github-token", run(ALNUM, 36, 255), "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
            of("github-token", run(WORD, 60, 255), "github_pat_"),
            of(
                    "gitlab-token",
                    run(URL_SAFE, 20, 255),
                    "glpat-",
                    "gldt-",
                    "glrt-",
                    "glcbt-",
                    "glptt-",
                    "glft-",
                    "glsoat-"),
            of("gitlab-token", run(URL_SAFE, 20, 255), "glagent-", "gloas-", "glimt-", "GR1348941"),
            of("bitbucket-token", run(TOKEN, 60, 400), "ATBB", "ATCTT3", "ATATT3"),
            of("npm-token", exactly(ALNUM, 36), "npm_"),
            of("pypi-token", run(URL_SAFE, 50, 1024), "pypi-AgEI"),
            of("rubygems-key", exactly(HEX, 48), "rubygems_"),
            of("crates-token", exactly(ALNUM, 32), "cio"),
            of("docker-token", exactly(URL_SAFE, 27), "dckr_pat_", "dckr_oat_"),
            of("terraform-token", run(URL_SAFE, 60, 80), "atlasv1."),
            of("vault-token", run(URL_SAFE, 24, 300), "hvs.", "hvb.", "hvr."),
            of("doppler-token", run(ALNUM, 40, 44), "dp.pt.", "dp.st.", "dp.sa."),
            of("pulumi-token", exactly(HEX, 40), "pul-"),
            of("sentry-token", run(TOKEN, 60, 400), "sntrys_", "sntryu_"),
            of("grafana-token", run(TOKEN, 32, 400), "glsa_", "glc_"),
            of("newrelic-key", exactly(UPPER, 27), "NRAK-"),
            of("postman-key", run(URL_SAFE, 59, 64), "PMAK-"),
            of("databricks-token", run(new Letters("a-f0-9-"), 32, 34), "dapi"));

    private static final List<SecretFormat> SERVICES = List.of(
            of(
                    "slack-token",
                    run(URL_SAFE, 20, 255),
                    "xoxb-",
                    "xoxp-",
                    "xoxa-",
                    "xoxr-",
                    "xoxs-",
                    "xoxo-",
                    "xoxe-",
                    "xapp-"),
            of("slack-token", run(TOKEN, 20, 255), "xoxe.xox"),
            of("slack-webhook", run(new Letters("A-Z0-9a-z/"), 40, 60), "hooks.slack.com/services/T"),
            of(
                    "discord-webhook",
                    all(run(DIGITS, 17, 20), literal("/"), run(URL_SAFE, 60, 80)),
                    "discord.com/api/webhooks/"),
            of("stripe-key", run(ALNUM, 16, 255), "sk_live_", "sk_test_", "rk_live_", "rk_test_"),
            of("stripe-webhook-secret", run(ALNUM, 24, 64), "whsec_"),
            of("square-token", run(URL_SAFE, 22, 60), "sq0atp-", "sq0csp-", "EAAA"),
            of("shopify-token", exactly(HEX, 32), "shpat_", "shpca_", "shppa_", "shpss_"),
            of("twilio-key", exactly(HEX, 32), "SK"),
            of("sendgrid-key", all(exactly(URL_SAFE, 22), literal("."), exactly(URL_SAFE, 43)), "SG."),
            of("mailgun-key", exactly(HEX, 32), "key-"),
            of("notion-token", run(ALNUM, 43, 50), "ntn_", "secret_"),
            of("linear-key", exactly(ALNUM, 40), "lin_api_"),
            of("figma-token", run(URL_SAFE, 40, 64), "figd_"),
            of("airtable-token", all(exactly(ALNUM, 14), literal("."), exactly(HEX, 64)), "pat"),
            of("supabase-key", run(WORD, 40, 64), "sbp_", "sb_secret_"),
            of("1password-token", run(BASE64, 250, 2048), "ops_eyJ"));

    private static final List<SecretFormat> MODELS = List.of(
            of("anthropic-key", run(URL_SAFE, 24, 255), "sk-ant-"),
            of("openai-key", run(URL_SAFE, 40, 255), "sk-proj-", "sk-svcacct-", "sk-admin-"),
            of("openai-key", run(ALNUM, 40, 64).with("T3BlbkFJ"), "sk-"),
            of("openrouter-key", exactly(HEX, 64), "sk-or-v1-"),
            of("deepseek-key", exactly(HEX, 32), "sk-"),
            of("huggingface-token", run(ALNUM, 30, 40), "hf_", "api_org_"),
            of("groq-key", exactly(ALNUM, 52), "gsk_"),
            of("xai-key", exactly(ALNUM, 80), "xai-"),
            of("perplexity-key", run(ALNUM, 40, 64), "pplx-"),
            of("replicate-token", exactly(ALNUM, 37), "r8_"),
            of("langsmith-key", all(exactly(HEX, 32), literal("_"), exactly(HEX, 10)), "lsv2_pt_", "lsv2_sk_"));

    private static final List<SecretFormat> GENERAL = List.of(
            of("private-key", new PrivateKeyShape(), "-----BEGIN "),
            of("age-key", exactly(UPPER, 58), "AGE-SECRET-KEY-1"),
            of(
                    "jwt",
                    all(
                            run(URL_SAFE, 8, 2048),
                            literal(".eyJ"),
                            run(URL_SAFE, 4, 8192),
                            literal("."),
                            run(URL_SAFE, 16, 2048)),
                    "eyJ"),
            after("bearer-token", run(TOKEN, 20, 4096), "Bearer ", "bearer "),
            after(
                    "url-password",
                    all(
                            run(new Letters("A-Za-z0-9._~%!$&+-"), 0, 128),
                            literal(":"),
                            run(PASSWORD, 3, 256),
                            literal("@")),
                    "://"));

    /** All of them; where several begin alike, the first that fits counts. */
    static final List<SecretFormat> ALL = Stream.of(CLOUDS, CODE, SERVICES, MODELS, GENERAL)
            .flatMap(List::stream)
            .toList();

    private SecretFormats() {}
}
