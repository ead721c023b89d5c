package dev.tenon.battery.hostile;

import static dev.tenon.battery.hostile.Misbehaviour.answers;
import static dev.tenon.battery.hostile.Outcome.BAD_ANSWER;
import static dev.tenon.battery.hostile.Outcome.SUCCEEDS;
import static dev.tenon.battery.hostile.Trigger.CALL;
import static dev.tenon.battery.hostile.Trigger.PROMPT;
import static dev.tenon.battery.hostile.Trigger.READ;

import java.util.List;

/** Results with members of wrong types, or without what must be there. */
final class Results {
    static final List<Misbehaviour> ALL = List.of(
            call("content-missing", ""),
            call("content-null", "\"content\":null"),
            call("content-an-object", "\"content\":{\"type\":\"text\",\"text\":\"t\"}"),
            call("content-a-text", "\"content\":\"t\""),
            call("content-of-texts", "\"content\":[\"t\"]"),
            call("content-of-unknown-type", "\"content\":[{\"type\":\"hologram\",\"text\":\"t\"}]"),
            call("content-without-type", "\"content\":[{\"text\":\"t\"}]"),
            call("content-text-a-number", "\"content\":[{\"type\":\"text\",\"text\":5}]"),
            call("content-text-missing", "\"content\":[{\"type\":\"text\"}]"),
            call("image-not-base64", "\"content\":[{\"type\":\"image\",\"data\":\"%%%\",\"mimeType\":\"image/png\"}]"),
            call("image-without-type", "\"content\":[{\"type\":\"image\",\"data\":\"aGk=\"}]"),
            call(
                    "image-a-list-of-bytes",
                    "\"content\":[{\"type\":\"image\",\"data\":[1,2],\"mimeType\":\"image/png\"}]"),
            call("embedded-without-uri", "\"content\":[{\"type\":\"resource\",\"resource\":{\"text\":\"t\"}}]"),
            call("embedded-a-text", "\"content\":[{\"type\":\"resource\",\"resource\":\"test://x\"}]"),
            call("link-without-name", "\"content\":[{\"type\":\"resource_link\",\"uri\":\"test://x\"}]"),
            call("annotations-a-text", "\"content\":[{\"type\":\"text\",\"text\":\"t\",\"annotations\":\"a\"}]"),
            call(
                    "priority-a-text",
                    "\"content\":[{\"type\":\"text\",\"text\":\"t\",\"annotations\":{\"priority\":\"high\"}}]"),
            call("is-error-a-text", "\"content\":[],\"isError\":\"yes\""),
            call("meta-an-array", "\"content\":[],\"_meta\":[]"),
            call("structured-content-an-array", "\"content\":[],\"structuredContent\":[1]")
                    .in(Era.LEGACY),
            type("result-type-unknown", "\"surprise\""),
            type("result-type-a-number", "1"),
            type("result-type-of-an-extension-nobody-asked-for", "\"task\""),
            answers("result-type-missing", CALL, got -> got.envelope("\"result\":{\"content\":[]}"), SUCCEEDS),
            answers("text-with-megabytes", CALL, got -> got.said("t".repeat(6 << 20)), SUCCEEDS, BAD_ANSWER),
            answers(
                    "unknown-members-of-a-result",
                    CALL,
                    got -> got.result(
                            "\"content\":[{\"type\":\"text\",\"text\":\"t\",\"colour\":\"red\"}],\"score\":{\"a\":[1e3]}"),
                    SUCCEEDS),
            read("contents-missing", ""),
            read("contents-an-object", "\"contents\":{\"uri\":\"test://bad\",\"text\":\"t\"}"),
            read("contents-without-uri", "\"contents\":[{\"text\":\"t\"}]"),
            read("contents-uri-a-number", "\"contents\":[{\"uri\":7,\"text\":\"t\"}]"),
            read("contents-text-an-object", "\"contents\":[{\"uri\":\"test://bad\",\"text\":{}}]"),
            read("contents-neither-text-nor-blob", "\"contents\":[{\"uri\":\"test://bad\"}]"),
            read("contents-blob-not-base64", "\"contents\":[{\"uri\":\"test://bad\",\"blob\":\"*\"}]"),
            prompt("messages-missing", ""),
            prompt("messages-an-object", "\"messages\":{}"),
            prompt("message-role-unknown", message("\"system\"", "{\"type\":\"text\",\"text\":\"t\"}")),
            prompt("message-role-a-number", message("1", "{\"type\":\"text\",\"text\":\"t\"}")),
            prompt("message-content-an-array", message("\"user\"", "[{\"type\":\"text\",\"text\":\"t\"}]")),
            prompt("message-content-a-text", message("\"user\"", "\"t\"")),
            prompt("description-an-array", "\"messages\":[],\"description\":[]"));

    private Results() {}

    private static String message(String role, String content) {
        return "\"messages\":[{\"role\":" + role + ",\"content\":" + content + "}]";
    }

    private static Misbehaviour call(String name, String members) {
        return answers(name, CALL, got -> got.result(notFirst(members)), BAD_ANSWER);
    }

    private static Misbehaviour read(String name, String members) {
        return answers(name, READ, got -> got.cacheable(notFirst(members)), BAD_ANSWER);
    }

    private static Misbehaviour prompt(String name, String members) {
        return answers(name, PROMPT, got -> got.result(notFirst(members)), BAD_ANSWER);
    }

    private static Misbehaviour type(String name, String type) {
        return answers(
                        name,
                        CALL,
                        got -> got.envelope("\"result\":{\"content\":[],\"resultType\":" + type + "}"),
                        BAD_ANSWER)
                .in(Era.STATELESS);
    }

    /** There is always a member, so that the comma before it is right. */
    private static String notFirst(String members) {
        return members.isEmpty() ? "\"other\":1" : members;
    }
}
