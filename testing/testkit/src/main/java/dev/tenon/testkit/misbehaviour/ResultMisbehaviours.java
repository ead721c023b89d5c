package dev.tenon.testkit.misbehaviour;

import static dev.tenon.testkit.misbehaviour.Misbehaviour.ofResponse;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.CALL;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.PROMPT;
import static dev.tenon.testkit.misbehaviour.MisbehaviourTrigger.READ;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.INVALID_RESPONSE;
import static dev.tenon.testkit.misbehaviour.ObservedOutcome.SUCCEEDS;

import java.util.List;

/** Results with members of wrong types, or without required members. */
final class ResultMisbehaviours {
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
                    .onlyInEra(ProtocolEra.LEGACY),
            resultType("result-type-unknown", "\"surprise\""),
            resultType("result-type-a-number", "1"),
            resultType("result-type-of-an-extension-nobody-asked-for", "\"task\""),
            ofResponse(
                    "result-type-missing",
                    CALL,
                    request -> request.responseMessage("\"result\":{\"content\":[]}"),
                    SUCCEEDS),
            ofResponse(
                    "text-with-megabytes",
                    CALL,
                    request -> request.textResultMessage("t".repeat(6 << 20)),
                    SUCCEEDS,
                    INVALID_RESPONSE),
            ofResponse(
                    "unknown-members-of-a-result",
                    CALL,
                    request -> request.resultMessage(
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

    private ResultMisbehaviours() {}

    private static String message(String role, String content) {
        return "\"messages\":[{\"role\":" + role + ",\"content\":" + content + "}]";
    }

    private static Misbehaviour call(String name, String members) {
        return ofResponse(name, CALL, request -> request.resultMessage(orPlaceholder(members)), INVALID_RESPONSE);
    }

    private static Misbehaviour read(String name, String members) {
        return ofResponse(
                name, READ, request -> request.cacheableResultMessage(orPlaceholder(members)), INVALID_RESPONSE);
    }

    private static Misbehaviour prompt(String name, String members) {
        return ofResponse(name, PROMPT, request -> request.resultMessage(orPlaceholder(members)), INVALID_RESPONSE);
    }

    private static Misbehaviour resultType(String name, String type) {
        return ofResponse(
                        name,
                        CALL,
                        request -> request.responseMessage("\"result\":{\"content\":[],\"resultType\":" + type + "}"),
                        INVALID_RESPONSE)
                .onlyInEra(ProtocolEra.STATELESS);
    }

    /** Ensures that there is a member, since a comma precedes it. */
    private static String orPlaceholder(String members) {
        return members.isEmpty() ? "\"other\":1" : members;
    }
}
