package dev.tenon.guard.policy.access;

import static dev.tenon.guard.policy.TestMessages.call;
import static dev.tenon.guard.policy.TestMessages.caller;
import static dev.tenon.guard.policy.TestMessages.request;
import static dev.tenon.guard.policy.TestMessages.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.guard.policy.Caller;
import dev.tenon.guard.policy.CallerMatcher;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.Glob;
import dev.tenon.guard.policy.GuardPolicy;
import dev.tenon.guard.policy.MessageDirection;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.guard.policy.PolicyModeAssertions;
import dev.tenon.guard.policy.PolicyRejection;
import dev.tenon.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessPolicyTest {

    private static final String TOOLS = """
            {"tools":[{"name":"read","annotations":{"readOnlyHint":true}},{"name":"drop","x-own":1},
            {"name":"write","annotations":{"destructiveHint":false}}],"nextCursor":"c","x-more":[1.50]}""";

    @Test
    void a_denied_tool_cannot_be_called_and_appears_not_to_exist() {
        PolicyRejection rejection =
                PolicyModeAssertions.assertRejected(deny("dr*"), call("read", "{}"), call("drop", "{}"), "tools.deny");

        assertThat(rejection)
                .isEqualTo(PolicyRejection.protocolError(-32602, "There is no tool \"drop\" for this caller"));
    }

    @Test
    void a_denied_tool_is_removed_from_lists_and_the_rest_is_unchanged() {
        PolicyModeAssertions.assertRewritten(
                deny("dr*"),
                result("tools/list", TOOLS),
                "{\"tools\":[{\"name\":\"read\",\"annotations\":{\"readOnlyHint\":true}},"
                        + "{\"name\":\"write\",\"annotations\":{\"destructiveHint\":false}}],\"nextCursor\":\"c\",\"x-more\":[1.50]}",
                "tools.deny");
    }

    @Test
    void with_an_allow_list_all_other_tools_are_denied() {
        GuardPolicy policy = new AccessPolicy(FeatureKind.TOOL, List.of(AccessEntry.ofPattern("read*")), List.of());

        PolicyModeAssertions.assertRejected(policy, call("read", "{}"), call("write", "{}"), "tools.allow");
    }

    /** Issue 20, item 27. */
    @Test
    void an_empty_allow_list_allows_nothing() {
        GuardPolicy policy = new AccessPolicy(FeatureKind.TOOL, List.of(), List.of());

        assertThat(allowedTools(policy)).isEmpty();
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("read", "{}"))
                        .isAllowed())
                .isFalse();
    }

    @Test
    void deny_takes_precedence_over_allow() {
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.TOOL, List.of(AccessEntry.ofPattern("*")), List.of(AccessEntry.ofPattern("read_secret")));

        PolicyModeAssertions.assertRejected(policy, call("read", "{}"), call("read_secret", "{}"), "tools.deny");
    }

    @Test
    void tools_are_denied_by_their_hints_or_the_defaults() {
        AccessEntry destructive =
                new AccessEntry(Glob.ANY, Map.of(ToolHint.DESTRUCTIVE, true), CallerMatcher.ANY_CALLER);
        GuardPolicy policy =
                new AccessPolicy(FeatureKind.TOOL, List.of(AccessEntry.ofPattern("*")), List.of(destructive));

        assertThat(allowedTools(policy)).containsExactly("read", "write");
        PolicyMessage known =
                call("read", "{}").withTarget("read", Json.parse("{\"annotations\":{\"readOnlyHint\":true}}"));
        PolicyModeAssertions.assertRejected(policy, known, call("read", "{}"), "tools.deny");
    }

    @Test
    void tools_are_allowed_by_their_hints() {
        AccessEntry reading = new AccessEntry(Glob.ANY, Map.of(ToolHint.READ_ONLY, true), CallerMatcher.ANY_CALLER);
        GuardPolicy policy = new AccessPolicy(FeatureKind.TOOL, List.of(reading), List.of());

        assertThat(allowedTools(policy)).containsExactly("read");
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, call("read", "{}"))
                        .isAllowed())
                .as("the definition of the tool is unknown")
                .isFalse();
    }

    @Test
    void rules_apply_by_principal_and_scope() {
        CallerMatcher admins = new CallerMatcher(List.of(new Glob("https://idp|*")), Set.of("admin", "tools"));
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.TOOL,
                List.of(AccessEntry.ofPattern("read"), new AccessEntry(new Glob("drop"), Map.of(), admins)),
                List.of());
        PolicyMessage drop = call("drop", "{}");

        PolicyModeAssertions.assertRejected(
                policy,
                drop.withCaller(caller("https://idp|ann", "admin", "tools", "more")),
                drop.withCaller(caller("https://idp|bob", "tools")),
                "tools.allow");
        assertThat(PolicyModeAssertions.evaluateIn(
                                EnforcementMode.ENFORCE, policy, drop.withCaller(caller("other", "admin", "tools")))
                        .isAllowed())
                .isFalse();
    }

    @Test
    void prompts_are_denied_in_calls_lists_and_completions() {
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.PROMPT, List.of(AccessEntry.ofPattern("*")), List.of(AccessEntry.ofPattern("p")));

        PolicyModeAssertions.assertRejected(
                policy,
                request("prompts/get", "{\"name\":\"q\"}"),
                request("prompts/get", "{\"name\":\"p\"}"),
                "prompts.deny");
        PolicyModeAssertions.assertRejected(
                policy,
                request("completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"q\"}}"),
                request("completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"}}"),
                "prompts.deny");
        PolicyModeAssertions.assertRewritten(
                policy, result("prompts/list", "{\"prompts\":[{\"name\":\"p\"}]}"), "{\"prompts\":[]}", "prompts.deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///etc/passwd",
                "file:///data/../etc/passwd",
                "file:///data/%2e%2e/etc/passwd",
                "file:///data/%252e%252e/etc/passwd",
                "file://localhost/etc/passwd",
                "FILE:///etc/passwd",
                "file:/etc/passwd",
                "file:///etc//passwd",
                "file:///%65tc/passwd",
            })
    void a_denied_resource_is_denied_in_every_spelling(String uri) {
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.RESOURCE,
                List.of(AccessEntry.ofPattern("*")),
                List.of(AccessEntry.ofPattern("file:///etc/*")));

        PolicyModeAssertions.assertRejected(
                policy,
                request("resources/read", "{\"uri\":\"file:///data/etc\"}"),
                request("resources/read", "{\"uri\":\"" + uri + "\"}"),
                "resources.deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"file:///data/../etc/passwd", "file:///data/%2e%2e/etc/passwd", "file:///data\\\\..\\\\..\\\\etc"
            })
    void an_allowed_resource_must_be_allowed_in_every_interpretation(String uri) {
        GuardPolicy policy =
                new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("file:///data/*")), List.of());

        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy,
                request("resources/read", "{\"uri\":\"file:///data/a%20b/c.txt\"}"),
                request("resources/read", "{\"uri\":\"" + uri + "\"}"),
                "resources.allow");
        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.ProtocolError.class, error -> {
            assertThat(error.error().code()).isEqualTo(-32602);
            assertThat(error.error().data().get("uri")).isNotNull();
        });
    }

    @Test
    void denied_resources_are_removed_from_lists_templates_subscriptions_and_updates() {
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("*")), List.of(AccessEntry.ofPattern("secret:*")));

        PolicyModeAssertions.assertRewritten(
                policy,
                result("resources/list", "{\"resources\":[{\"uri\":\"secret:a\"},{\"uri\":\"open:b\"}]}"),
                "{\"resources\":[{\"uri\":\"open:b\"}]}",
                "resources.deny");
        PolicyModeAssertions.assertRewritten(
                policy,
                result("resources/templates/list", "{\"resourceTemplates\":[{\"uriTemplate\":\"secret:{id}\"}]}"),
                "{\"resourceTemplates\":[]}",
                "resources.deny");
        PolicyModeAssertions.assertRewritten(
                policy,
                request(
                        "subscriptions/listen",
                        "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"secret:a\",\"open:b\"]}}"),
                "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"open:b\"]}}",
                "resources.deny");
        PolicyModeAssertions.assertRejected(policy, updated("open:b"), updated("secret:a"), "resources.deny");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:etc/passwd",
                "file:./etc/passwd",
                "file:\\etc\\passwd",
                "file:\\\\\\etc\\passwd",
                "file:/\\LOCALHOST/etc/passwd",
                "FILE:etc/passwd",
                "%20file:etc/passwd",
                "file:///e%09tc/passwd",
                "file:///data/../etc/passwd?/../../data/x",
                "file:///data/../etc/passwd#/../../data/x",
                "file:///x/../etc/y//../../data/x",
                "file:///data/x\\y/../../etc/passwd",
                "file:///data/x%2Fy/%2e%2E/%2e%2E/etc/passwd",
            })
    void a_file_is_denied_in_every_interpretation_of_url_parsers(String uri) {
        GuardPolicy denying = new AccessPolicy(
                FeatureKind.RESOURCE,
                List.of(AccessEntry.ofPattern("*")),
                List.of(AccessEntry.ofPattern("file:///etc/*")));
        GuardPolicy allowing =
                new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("file:///data/*")), List.of());

        PolicyModeAssertions.assertRejected(denying, read("file:///data/a?b#c"), read(uri), "resources.deny");
        PolicyModeAssertions.assertRejected(allowing, read("file:///data/a?b#c"), read(uri), "resources.allow");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DB://secret1",
                "db:/a/../secret/x",
                "notes:open/../secret/x",
                "NOTES:secret/x",
                "http:secret.test/x",
                "http:/secret.test/x",
                "HTTP:\\\\SECRET.test\\x",
                "http:///secret.test/x",
                "wss://Secret.test/x",
                "https://h.test/secret#x",
                "https://h.test/a/../secret?q=/../x",
            })
    void schemes_hosts_and_paths_are_interpreted_like_url_parsers(String uri) {
        List<AccessEntry> denied = List.of(
                AccessEntry.ofPattern("db://secret*"),
                AccessEntry.ofPattern("db:/secret*"),
                AccessEntry.ofPattern("notes:secret/*"),
                AccessEntry.ofPattern("http://secret.test/*"),
                AccessEntry.ofPattern("WSS://secret.test/*"),
                AccessEntry.ofPattern("https://h.test/secret"),
                AccessEntry.ofPattern("https://h.test/secret?q=/../x"));
        GuardPolicy policy = new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("*")), denied);

        PolicyModeAssertions.assertRejected(policy, read("db://Open1/x"), read(uri), "resources.deny");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DB://Main/a b=1?c=https://d.test//e/",
                "db://Main?x=/y",
                "urn:a//b/",
                "notes:a/...",
                "https://H.test",
            })
    void an_allowed_uri_is_allowed_in_every_interpretation(String uri) {
        String valid = uri.replace(" ", "%20");
        GuardPolicy policy = new AccessPolicy(
                FeatureKind.RESOURCE,
                List.of(
                        AccessEntry.ofPattern("DB://Main*"),
                        AccessEntry.ofPattern("urn:a//b/"),
                        AccessEntry.ofPattern("notes:a/..."),
                        AccessEntry.ofPattern("https://?.test")),
                List.of());

        PolicyModeAssertions.assertRejected(policy, read(valid), read(valid + "\u007f"), "resources.uri");
    }

    /** Issue 20, section 1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                " file:///etc/passwd",
                "file:///e\ttc/passwd",
                "file:///data/.\t./etc/passwd",
                "\u0001file:///data/x",
                "file:///data/x\n",
                "file:///data/x\u0000",
                "file:///data/x y",
                "file:///data/x\u007f",
            })
    void with_rules_a_uri_with_a_blank_or_control_character_is_rejected(String uri) {
        GuardPolicy allowing =
                new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("file:///data/*")), List.of());
        GuardPolicy denying = new AccessPolicy(
                FeatureKind.RESOURCE,
                List.of(AccessEntry.ofPattern("*")),
                List.of(AccessEntry.ofPattern("file:///etc/*")));
        String good = "file:///data/a";
        String template = "{\"resourceTemplates\":[{\"uriTemplate\":%s},{\"uriTemplate\":%s}]}";

        for (GuardPolicy policy : List.of(allowing, denying)) {
            PolicyModeAssertions.assertRejected(policy, read(good), read(uri), "resources.uri");
            PolicyModeAssertions.assertRejected(
                    policy, withUri("resources/subscribe", good), withUri("resources/subscribe", uri), "resources.uri");
            PolicyModeAssertions.assertRejected(policy, completion(good), completion(uri), "resources.uri");
            PolicyModeAssertions.assertRejected(policy, updated(good), updated(uri), "resources.uri");
            PolicyModeAssertions.assertRewritten(
                    policy,
                    result(
                            "resources/templates/list",
                            template.formatted(Json.of(good + "/{b}"), Json.of(uri + "/{b}"))),
                    "{\"resourceTemplates\":[{\"uriTemplate\":\"file:///data/a/{b}\"}]}",
                    "resources.uri");
            PolicyModeAssertions.assertRewritten(
                    policy,
                    listen(Json.of(good), Json.of(uri)),
                    listen(Json.of(good)).body().toString(),
                    "resources.uri");
        }
        GuardPolicy everything = new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("*")), List.of());
        assertThat(PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, everything, read(uri))
                        .isAllowed())
                .as("there are no rules")
                .isTrue();
    }

    /** Issue 20, section 1. */
    @Test
    void the_error_names_the_invalid_character_and_its_position() {
        GuardPolicy policy =
                new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("file:///data/*")), List.of());

        PolicyRejection rejection = PolicyModeAssertions.assertRejected(
                policy, read("file:///data/x"), read("file:///data/.\t./x"), "resources.uri");

        assertThat(rejection).isInstanceOfSatisfying(PolicyRejection.ProtocolError.class, error -> assertThat(
                        error.error().message())
                .isEqualTo("There is no resource \"file:///data/.?./x\" for this caller:"
                        + " it has U+0009 as character 15, which no URI has"));
    }

    /** Issue 20, section 1. */
    @Test
    void templates_subscriptions_and_completions_are_interpreted_like_url_parsers() {
        GuardPolicy policy =
                new AccessPolicy(FeatureKind.RESOURCE, List.of(AccessEntry.ofPattern("file:///data/*")), List.of());
        String good = "file:///data/{a}";
        String bad = "file:///data/../etc/{a}?/../../data/x";
        String template = "{\"resourceTemplates\":[{\"uriTemplate\":\"%s\"},{\"uriTemplate\":\"%s\"}]}";

        PolicyModeAssertions.assertRewritten(
                policy,
                result("resources/templates/list", template.formatted(good, bad)),
                "{\"resourceTemplates\":[{\"uriTemplate\":\"file:///data/{a}\"}]}",
                "resources.allow");
        PolicyModeAssertions.assertRejected(policy, completion(good), completion(bad), "resources.allow");
        PolicyModeAssertions.assertRejected(
                policy, withUri("resources/subscribe", good), withUri("resources/subscribe", bad), "resources.allow");
        PolicyModeAssertions.assertRewritten(
                policy,
                listen(Json.of(good), Json.of(bad)),
                listen(Json.of(good)).body().toString(),
                "resources.allow");
    }

    private static PolicyMessage read(String uri) {
        return withUri("resources/read", uri);
    }

    private static PolicyMessage withUri(String method, String uri) {
        return request(method, "{\"uri\":" + Json.of(uri) + "}");
    }

    private static PolicyMessage completion(String uri) {
        return request("completion/complete", "{\"ref\":{\"type\":\"ref/resource\",\"uri\":" + Json.of(uri) + "}}");
    }

    private static PolicyMessage listen(Json... uris) {
        return request(
                "subscriptions/listen",
                "{\"notifications\":{\"resourceSubscriptions\":" + Json.of(List.of(uris)) + "}}");
    }

    private static PolicyMessage updated(String uri) {
        PolicyMessage request = withUri("notifications/resources/updated", uri);
        return new PolicyMessage(
                MessageDirection.TO_CLIENT,
                MessageKind.NOTIFICATION,
                request.method(),
                request.body(),
                request.revision(),
                "up",
                Caller.ANONYMOUS,
                null,
                null);
    }

    private static List<String> allowedTools(GuardPolicy policy) {
        return PolicyModeAssertions.evaluateIn(EnforcementMode.ENFORCE, policy, result("tools/list", TOOLS))
                .message()
                .body()
                .get("tools")
                .elements()
                .stream()
                .map(tool -> tool.get("name").string())
                .toList();
    }

    private static GuardPolicy deny(String pattern) {
        return new AccessPolicy(
                FeatureKind.TOOL, List.of(AccessEntry.ofPattern("*")), List.of(AccessEntry.ofPattern(pattern)));
    }
}
