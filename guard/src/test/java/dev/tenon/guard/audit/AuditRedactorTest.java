package dev.tenon.guard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.content.SecretDetector;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.Finding;
import dev.tenon.guard.policy.FindingReport;
import dev.tenon.internal.text.Sha256;
import dev.tenon.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuditRedactorTest {

    private static final Json PARAMS = Json.parse(
            "{\"name\":\"login\",\"arguments\":{\"user\":\"ann\",\"userPassword\":{\"x\":\"y\"},\"API_KEY\":7,\"note\":\"k AKIA"
                    + "ABCDEFGHIJKLMNOP\",\"token\":null}}");

    @Test
    void secret_names_and_secret_formats_are_redacted() {
        assertThat(AuditRedactor.redactSecrets().redact(PARAMS))
                .hasToString("{\"name\":\"login\",\"arguments\":{\"user\":\"ann\",\"userPassword\":\"[redacted]\","
                        + "\"API_KEY\":\"[redacted]\",\"note\":\"k [redacted: aws-access-key]\",\"token\":null}}");
    }

    @Test
    void content_can_be_omitted_or_kept() {
        assertThat(AuditRedactor.omitAll().redact(PARAMS)).isNull();
        AuditRedactor whole =
                new AuditRedactor(AuditRedactor.RetentionMode.WHOLE, List.of(), SecretDetector.COMMON, 1000);
        assertThat(whole.redact(PARAMS)).isSameAs(PARAMS);
        assertThat(whole.redact(null)).isNull();
    }

    @Test
    void large_content_is_replaced_by_size_and_hash() {
        AuditRedactor small =
                new AuditRedactor(AuditRedactor.RetentionMode.WHOLE, List.of(), SecretDetector.COMMON, 10);

        assertThat(small.redact(Json.parse("[1, 2, 3, 4]")))
                .hasToString("{\"bytes\":12,\"sha256\":\"" + Sha256.hex("[1,2,3,4]") + "\"}");
    }

    /** Issue 20, item 20. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pwd",
                "dbPwd",
                "PASSPHRASE",
                "keyPassphrase",
                "credential",
                "credentials",
                "awsCredentials",
                "auth",
                "basicAuth",
                "auth_value",
                "authHeader",
                "x-auth",
                "Authorization",
                "proxyAuthorization",
                "session",
                "sessionId",
                "PHPSESSION",
                "set-cookie",
                "api_key",
                "apiKey",
                "API-KEY",
                "access_key",
                "private_key"
            })
    void values_of_these_names_are_redacted_in_members_and_uris(String name) {
        AuditRedactor content = AuditRedactor.redactSecrets();

        assertThat(content.redact(Json.parse("{\"" + name + "\":\"hunter2\"}")))
                .hasToString("{\"" + name + "\":\"[redacted]\"}");
        assertThat(content.redactName("https://host/a?x=1&" + name + "=hunter2#" + name + "=hunter2"))
                .isEqualTo("https://host/a?x=1&" + name + "=[redacted]#" + name + "=[redacted]");
    }

    /** Issue 20, item 20. */
    @ParameterizedTest
    @ValueSource(strings = {"author", "authors", "path", "key", "primaryKey", "name", "passenger"})
    void values_of_these_names_are_kept(String name) {
        assertThat(AuditRedactor.redactSecrets()
                        .redact(Json.parse("{\"" + name + "\":\"plain\"}"))
                        .toString())
                .contains("plain");
    }

    /** Issue 20, item 20. */
    @Test
    void names_and_uris_are_redacted_even_if_content_is_omitted() {
        for (AuditRedactor content : List.of(AuditRedactor.redactSecrets(), AuditRedactor.omitAll())) {
            assertThat(content.redactName("https://ann:hunter2@host/a?page=2&token=abc"))
                    .isEqualTo("https://[redacted: url-password]host/a?page=2&token=[redacted]");
            assertThat(content.redactName("https://key@host/")).isEqualTo("https://[redacted]@host/");
            assertThat(content.redactName("db://AKIAABCDEFGHIJKLMNOP/x"))
                    .isEqualTo("db://[redacted: aws-access-key]/x");
        }
        assertThat(AuditRedactor.redactSecrets()
                        .redact(Json.parse("{\"uri\":\"https://ann:hunter2@host/?session=1\"}"))
                        .toString())
                .doesNotContain("hunter2")
                .contains("session=[redacted]");
    }

    /** Issue 20, item 20. */
    @Test
    void findings_contain_no_secrets_and_no_omitted_values() {
        FindingReport password = report("arguments", "Argument \"password\" must be shorter, but is \"hunter2\"");
        FindingReport seats = report("arguments.seats", "Argument \"seats\" must be a number, but is \"hunter2\"");
        FindingReport denied = report("", "The resource https://ann:hunter2@host/ is denied");

        assertThat(detail(AuditRedactor.redactSecrets(), password)).isEqualTo("[redacted]");
        assertThat(detail(AuditRedactor.redactSecrets(), seats)).contains("hunter2");
        assertThat(detail(AuditRedactor.redactSecrets(), denied))
                .isEqualTo("The resource https://[redacted: url-password]host/ is denied");
        assertThat(detail(AuditRedactor.omitAll(), password)).isEmpty();
        assertThat(detail(AuditRedactor.omitAll(), seats)).isEmpty();
        assertThat(detail(AuditRedactor.omitAll(), denied))
                .isEqualTo("The resource https://[redacted: url-password]host/ is denied");
    }

    /** Issue 20, section 1 ("it holds"): an object has each name once. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'KEYA':1,'KEYB':2,'KEYC':3} | {'R':1,'R 2':2,'R 3':3}",
                "{'KEYA':1,'R':null,'R 2':null} | {'R 3':1,'R':null,'R 2':null}",
                "{'KEYA':1,'KEYB':2,'KEYA 2':3} | {'R':1,'R 2':2,'R 2 2':3}",
                "[{'KEYA':{'KEYA':1}},{'KEYB':2}] | [{'R':{'R':1}},{'R':2}]"
            })
    void equally_redacted_names_are_numbered(String value, String kept) {
        assertThat(AuditRedactor.redactSecrets().redact(Json.parse(expandPlaceholders(value))))
                .hasToString(expandPlaceholders(kept));
    }

    private static String expandPlaceholders(String text) {
        return text.replace('\'', '"').replace("KEY", "AKIAABCDEFGHIJKLMNO").replace("R", "[redacted: aws-access-key]");
    }

    private static FindingReport report(String where, String detail) {
        return new FindingReport(
                "arguments",
                EnforcementMode.ENFORCE,
                new Finding("arguments.x", where, detail),
                FindingReport.PolicyAction.REFUSED);
    }

    private static String detail(AuditRedactor content, FindingReport report) {
        return content.redactFinding(report).finding().detail();
    }
}
