package dev.tenon.guard.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every problem is reported with its line and with what was expected. */
class ConfigMistakesTest {

    private static final String START = "version: 1\nupstreams:\n  one:\n    command: [node]\n";

    @Test
    void an_unknown_name_is_reported_with_a_suggestion() {
        assertThat(problems(START + "polices:\n  tools: {}\n"))
                .containsExactly("line 5: The file has no \"polices\"; did you mean \"policies\"?");
        assertThat(problems("version: 1\nupstreams:\n  one:\n    comand: [node]\n"))
                .containsExactly(
                        "line 4: \"upstreams.one\" has no \"comand\"; did you mean \"command\"?",
                        "line 4: \"upstreams.one\" must have exactly one of command, url, but has none");
        assertThat(problems(START + "audit:\n  file: x\n  zzz: 1\n").get(0))
                .startsWith("line 7: \"audit\" has no \"zzz\"; it may have file, parameters");
    }

    @Test
    void an_invalid_enum_value_is_reported_with_the_valid_ones() {
        assertThat(problems(START + "policies:\n  hidden:\n    mode: enforced\n"))
                .containsExactly(
                        "line 7: \"policies.hidden.mode\" must be one of off, warn, enforce, but is \"enforced\";"
                                + " did you mean \"enforce\"?");
    }

    @Test
    void a_value_of_the_wrong_type_is_reported() {
        assertThat(problems("version: 1\nupstreams:\n  one:\n    command: node server.js\n"))
                .containsExactly(
                        "line 4: \"upstreams.one.command\" must be a list that is not empty, but is \"node server.js\"");
        assertThat(problems("version: 1\nupstreams:\n  one:\n    command: [node, 7]\n"))
                .containsExactly("line 4: \"upstreams.one.command[1]\" must be text, but is \"7\"; put it in quotes");
        assertThat(problems("version: one\nupstreams: []\n"))
                .containsExactly(
                        "line 1: \"version\" must be a whole number from 1 to 1, but is \"one\"",
                        "line 2: \"upstreams\" must be a mapping of names that is not empty, but is a list");
        assertThat(problems(START + "limits:\n  callTime: 20 seconds\n  depth: 1000\n"))
                .containsExactly(
                        "line 6: \"limits.callTime\" must be a time such as 500ms, 30s, 5m, 1h or 1d, but is \"20 seconds\"",
                        "line 7: \"limits.depth\" must be a whole number from 4 to 200, but is \"1000\"");
    }

    @Test
    void the_addresses_of_telemetry_are_validated() {
        assertThat(problems(START + "telemetry:\n  prometheus: 9464\n  otlp: collector:4318\n"))
                .containsExactly(
                        "line 6: \"telemetry.prometheus\" must be a host and a port such as 127.0.0.1:8080, but is \"9464\"",
                        "line 7: \"telemetry.otlp\" must be a URL such as http://127.0.0.1:4318, but is \"collector:4318\"");
        assertThat(problems(START + "telemetry:\n  prometheus: 127.0.0.1:94640\n"))
                .containsExactly("line 6: the port must be at most 65535, but is 94640");
        assertThat(problems(START + "telemetry:\n  service: a\n  promtheus: \"127.0.0.1:0\"\n"))
                .containsExactly("line 7: \"telemetry\" has no \"promtheus\"; did you mean \"prometheus\"?");
    }

    @Test
    void missing_fields_are_reported() {
        assertThat(problems(""))
                .containsExactly(
                        "line 1: The file lacks \"version\": a whole number from 1 to 1",
                        "line 1: The file lacks \"upstreams\": a mapping of names that is not empty");
        assertThat(problems(START + "audit: {}\n")).containsExactly("line 5: \"audit\" lacks \"file\": a path");
    }

    @Test
    void mutually_exclusive_fields_are_reported() {
        assertThat(problems("version: 1\nupstreams:\n  one:\n    command: [node]\n    url: https://x.test/\n"))
                .containsExactly(
                        "line 4: \"upstreams.one\" must have exactly one of command, url, but has command and url");
        assertThat(problems("version: 1\nupstreams:\n  one:\n    url: https://x.test/\n    directory: x\n"))
                .containsExactly("line 5: \"upstreams.one.directory\" is for a program (command) only");
        assertThat(problems(START + "front:\n  stdio: true\n  path: /mcp\n"))
                .containsExactly("line 7: \"front.path\" is for HTTP only; this front is stdio");
    }

    @Test
    void conflicting_upstream_servers_are_reported() {
        assertThat(problems(START + "  two:\n    command: [node]\n"))
                .containsExactly("line 5: \"upstreams.two\" and \"upstreams.one\" share one endpoint: each must have a"
                        + " \"prefix\" of its own, or a \"path\"");
        assertThat(problems(START + "    path: /one\n"))
                .containsExactly("line 3: \"upstreams.one.path\" needs \"front.http\"");
    }

    @Test
    void an_unencrypted_secret_is_reported() {
        assertThat(
                        problems(
                                "version: 1\nupstreams:\n  one:\n    url: http://x.test/\n    credentials: {bearer: {env: T}}\n"))
                .containsExactly("line 3: \"upstreams.one.url\" must be https: credentials are sent there");
        assertThat(problems("version: 1\nupstreams:\n  one:\n    url: https://u:p@x.test/\n"))
                .singleElement()
                .asString()
                .contains("without user name");
    }

    @Test
    void incomplete_authorization_is_reported() {
        String front = START + "front:\n  http: 127.0.0.1:0\n  authorization:\n";
        assertThat(problems(front + "    scopes: [tools]\n"))
                .containsExactly("line 8: \"front.authorization\" must have \"issuers\", \"apiKeys\" or both");
        assertThat(problems(front + "    issuers: [https://idp.test]\n"))
                .containsExactly(
                        "line 8: \"front.authorization\" lacks \"resource\": tokens of issuers are made for the"
                                + " URL of this guard");
        assertThat(problems(front + "    issuers: [http://idp.test]\n    resource: http://guard.test/mcp\n"))
                .containsExactly(
                        "line 8: \"issuers\" must be https: credentials are sent there",
                        "line 9: \"resource\" must be https: credentials are sent there");
        assertThat(problems(front + "    issuers: [https://idp.test]\n    resource: https://guard.test/mcp?a=b\n"
                        + "    scopes: [offline_access]\n"))
                .containsExactly(
                        "line 9: \"resource\" must have no query: clients ask for tokens for exactly this URL",
                        "line 10: \"scopes\" must not have offline_access: it grants no access to this guard");
        assertThat(problems(front + "    apiKeys:\n      \"a b\": {env: KEY}\n"))
                .containsExactly("line 9: the name \"a b\" in \"front.authorization.apiKeys\" must be up to 64 letters,"
                        + " digits, _ and -");
    }

    @Test
    void invalid_credentials_are_reported() {
        String remote = "version: 1\nupstreams:\n  one:\n    url: https://x.test/\n    credentials:\n";
        assertThat(problems(remote + "      header: {name: Mcp-Session-Id, value: {env: KEY}}\n"))
                .containsExactly("line 6: \"name\" must be another header: the guard itself sets Mcp-Session-Id");
        assertThat(problems(remote + "      exchange:\n        {tokenUrl: https://idp.test/t, id: g, secret: {env: S},"
                        + " audience: x}\n"))
                .containsExactly("line 3: \"upstreams.one.credentials.exchange\" needs \"front.authorization.issuers\":"
                        + " it exchanges the tokens of clients");
        assertThat(problems(remote + "      clientCredentials:\n        {tokenUrl: http://idp.test/t, id: g,"
                        + " secret: {env: S}, resource: http://y.test/}\n"))
                .containsExactlyInAnyOrder(
                        "line 7: \"tokenUrl\" must be https: credentials are sent there",
                        "line 7: \"resource\" must be https: credentials are sent there");
    }

    @Test
    void invalid_argument_rules_are_reported() {
        assertThat(problems(START
                        + "policies:\n  arguments:\n    rules:\n      - {argument: a, pattern: \"(\"}\n"
                        + "      - {argument: a, range: {}}\n      - {argument: a, range: {least: 2, most: 1}}\n"
                        + "      - {argument: a, under: [data]}\n"))
                .containsExactly(
                        "line 11: \"policies.arguments.rules[3].under[0]\" must be an absolute path such as /data,"
                                + " but is \"data\"");
        assertThat(problems(START
                        + "policies:\n  arguments:\n    rules:\n      - {argument: a, pattern: \"(\"}\n"
                        + "      - {argument: a, range: {}}\n      - {argument: a, range: {least: 2, most: 1}}\n"))
                .satisfiesExactly(
                        first -> assertThat(first)
                                .startsWith("line 8: \"pattern\" is not a valid ECMA-262 regular expression"),
                        second -> assertThat(second).startsWith("line 9: \"range\" must have \"least\""),
                        third -> assertThat(third)
                                .startsWith("line 10: \"range\" must have a \"least\" that is not above"));
    }

    @Test
    void invalid_yaml_is_reported_with_its_line() {
        assertThat(problems("version: 1\nupstreams: [\n"))
                .singleElement()
                .asString()
                .startsWith("line 3: invalid YAML");
        assertThat(problems("a: 1\na: 2\n"))
                .containsExactly("line 2: \"a\" is a duplicate; it is first defined on line 1");
        assertThat(problems("a: &x 1\nb: *x\n"))
                .singleElement()
                .asString()
                .contains("anchors (&name) are not supported");
        assertThat(problems("a: 1\n---\nb: 2\n")).singleElement().asString().contains("line 2: a second document");
        assertThat(problems("a: !!java.net.URL [x]\n"))
                .singleElement()
                .asString()
                .contains("tags (!name) are not supported");
        assertThat(problems("? [a, b]\n: c\n")).singleElement().asString().contains("a name is expected");
        assertThat(problems("a: " + "[".repeat(5_000)))
                .singleElement()
                .asString()
                .contains("nests too deeply");
    }

    @Test
    void all_problems_are_reported_at_once_up_to_a_limit() {
        assertThat(problems("version: 1\nupstreams:\n" + "  - x\n")).hasSize(1);
        StringBuilder many = new StringBuilder(START);
        for (int i = 0; i < 100; i++) {
            many.append("x").append(i).append(": 1\n");
        }
        assertThat(problems(many.toString())).hasSize(20);
    }

    @Test
    void the_message_names_the_file() {
        ConfigException problem = catchThrowableOfType(
                ConfigException.class, () -> GuardConfigFile.parse("etc/guard.yaml", "", Path.of("/")));

        assertThat(problem).hasMessageStartingWith("etc/guard.yaml cannot be used:\n  line 1: ");
    }

    private static List<String> problems(String text) {
        ConfigException problem = catchThrowableOfType(
                ConfigException.class, () -> GuardConfigFile.parse("guard.yaml", text, Path.of("/etc")));
        assertThat(problem).isNotNull();
        return problem.problems().stream().map(ConfigProblem::toString).toList();
    }
}
