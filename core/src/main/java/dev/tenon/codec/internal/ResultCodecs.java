package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Caching;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.ListenResult;
import dev.tenon.model.Meta;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Role;
import dev.tenon.model.Root;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the results of requests. {@code ProtocolCodec} writes their {@code _meta} and caching members. */
final class ResultCodecs {
    static final JsonObjectCodec<EmptyResult> EMPTY =
            new JsonObjectCodec<>((out, it) -> {}, in -> new EmptyResult(in.meta()));

    static final JsonObjectCodec<ListenResult> LISTEN =
            new JsonObjectCodec<>((out, it) -> {}, in -> new ListenResult(in.meta()));

    private static final JsonObjectCodec<Completion> COMPLETION = new JsonObjectCodec<>(
            (out, it) -> {
                MemberWriter.writeStrings(out, "values", it.values());
                out.fieldUnlessNull("total", it.total()).fieldUnlessNull("hasMore", it.hasMore());
            },
            in -> new Completion(in.strings("values"), in.integerOrNull("total"), in.booleanOrNull("hasMore")));

    static final JsonObjectCodec<CompleteResult> COMPLETE = new JsonObjectCodec<>(
            (out, it) -> MemberWriter.writeIfPresent(out, "completion", it.completion(), COMPLETION),
            in -> new CompleteResult(in.decode("completion", COMPLETION::read), in.meta()));

    /** Content is ignored unless the action is accept. */
    static final JsonObjectCodec<ElicitResult> ELICIT = new JsonObjectCodec<>(
            (out, it) -> {
                out.fieldUnlessNull("action", it.action().wireName());
                out.fieldUnlessNull("content", it.content().members().isEmpty() ? null : it.content());
            },
            in -> {
                ElicitAction action = in.choice("action", ElicitAction.values(), ElicitAction::wireName);
                Json content = action == ElicitAction.ACCEPT ? in.objectOrNull("content") : null;
                return new ElicitResult(action, content == null ? Json.EMPTY_OBJECT : content, in.meta());
            });

    private ResultCodecs() {}

    static JsonObjectCodec<InitializeResult> initialize(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("protocolVersion", it.protocolVersion());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.capabilities.server);
                    MemberWriter.writeIfPresent(out, "serverInfo", it.serverInfo(), of.implementation);
                    out.fieldUnlessNull("instructions", it.instructions());
                },
                in -> new InitializeResult(
                        in.string("protocolVersion"),
                        in.decode("capabilities", of.capabilities.server::read),
                        in.decode("serverInfo", of.implementation::read),
                        in.stringOrNull("instructions"),
                        in.meta()));
    }

    static JsonObjectCodec<DiscoverResult> discover(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    MemberWriter.writeStrings(out, "supportedVersions", it.supportedVersions());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.capabilities.server);
                    out.fieldUnlessNull("instructions", it.instructions());
                },
                in -> new DiscoverResult(
                        in.strings("supportedVersions"),
                        in.decode("capabilities", of.capabilities.server::read),
                        in.stringOrNull("instructions"),
                        CommonMemberCodec.caching(in),
                        in.meta()));
    }

    static JsonObjectCodec<CallToolResult> callTool(ElementCodecs of) {
        boolean any = of.revision.hasAnyStructuredContent();
        return new JsonObjectCodec<>(
                (out, it) -> {
                    MemberWriter.writeList(out, "content", it.content(), of.content.block);
                    MemberWriter.writeStructuredContent(out, it.structuredContent(), of.revision);
                    MemberWriter.writeIfTrue(out, "isError", it.isError());
                },
                in -> new CallToolResult(
                        in.decodeList("content", of.content.block::read),
                        any ? in.valueOrNull("structuredContent") : in.objectOrNull("structuredContent"),
                        in.booleanOrFalse("isError"),
                        in.meta()));
    }

    static JsonObjectCodec<ReadResourceResult> readResource(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> MemberWriter.writeList(out, "contents", it.contents(), of.content.resourceContents),
                in -> new ReadResourceResult(
                        in.decodeList("contents", of.content.resourceContents::read),
                        CommonMemberCodec.caching(in),
                        in.meta()));
    }

    static JsonObjectCodec<GetPromptResult> getPrompt(ElementCodecs of) {
        JsonObjectCodec<PromptMessage> message = new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("role", it.role().wireName());
                    MemberWriter.writeIfPresent(out, "content", it.content(), of.content.block);
                },
                in -> new PromptMessage(
                        in.choice("role", Role.values(), Role::wireName),
                        in.decode("content", of.content.block::read)));
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("description", it.description());
                    MemberWriter.writeList(out, "messages", it.messages(), message);
                },
                in -> new GetPromptResult(
                        in.decodeList("messages", message::read), in.stringOrNull("description"), in.meta()));
    }

    static JsonObjectCodec<ListRootsResult> listRoots(ElementCodecs of) {
        JsonObjectCodec<Root> root = new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("uri", it.uri()).fieldUnlessNull("name", it.name());
                    of.common.writeMeta(out, it.meta());
                },
                in -> new Root(in.string("uri"), in.stringOrNull("name"), in.meta()));
        return new JsonObjectCodec<>(
                (out, it) -> MemberWriter.writeList(out, "roots", it.roots(), root),
                in -> new ListRootsResult(in.decodeList("roots", root::read), in.meta()));
    }

    static JsonObjectCodec<ListToolsResult> listTools(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> writePage(out, "tools", it.tools(), of.tool, it.nextCursor()),
                in -> readPage(in, "tools", of.tool, ListToolsResult::new));
    }

    static JsonObjectCodec<ListResourcesResult> listResources(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> writePage(out, "resources", it.resources(), of.resource, it.nextCursor()),
                in -> readPage(in, "resources", of.resource, ListResourcesResult::new));
    }

    static JsonObjectCodec<ListResourceTemplatesResult> listResourceTemplates(ElementCodecs of) {
        String member = "resourceTemplates";
        return new JsonObjectCodec<>(
                (out, it) -> writePage(out, member, it.resourceTemplates(), of.resourceTemplate, it.nextCursor()),
                in -> readPage(in, member, of.resourceTemplate, ListResourceTemplatesResult::new));
    }

    static JsonObjectCodec<ListPromptsResult> listPrompts(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> writePage(out, "prompts", it.prompts(), of.prompt, it.nextCursor()),
                in -> readPage(in, "prompts", of.prompt, ListPromptsResult::new));
    }

    /** Writes one page of a list. The four lists differ only in the name of their member. */
    private static <T> void writePage(
            JsonWriter out, String member, List<T> elements, JsonObjectCodec<T> codec, @Nullable String nextCursor) {
        MemberWriter.writeList(out, member, elements, codec);
        out.fieldUnlessNull("nextCursor", nextCursor);
    }

    private static <T, R> R readPage(
            JsonObjectReader in, String member, JsonObjectCodec<T> codec, PageFactory<T, R> factory) {
        List<T> elements = in.decodeList(member, codec::read);
        return factory.create(elements, in.stringOrNull("nextCursor"), CommonMemberCodec.caching(in), in.meta());
    }

    private interface PageFactory<T, R> {
        R create(List<T> elements, @Nullable String nextCursor, Caching caching, Meta meta);
    }
}
