package dev.tenon.wire;

import dev.tenon.model.DiscoverResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import org.jspecify.annotations.Nullable;

/** What a client and a server say of themselves. */
final class PeerCodecs {
    private PeerCodecs() {}

    static Codec<Implementation> implementation(CommonMembers common) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    common.title(out, it.title());
                    out.field("version", it.version());
                    if (common.revision.hasIcons()) {
                        out.field("description", it.description()).field("websiteUrl", it.websiteUrl());
                        common.icons(out, it.icons());
                    }
                },
                in -> withWebsite(
                        new Implementation(
                                in.text("name"),
                                in.text("version"),
                                in.textOrNull("title"),
                                in.textOrNull("description"),
                                null,
                                common.icons(in)),
                        in.textOrNull("websiteUrl")));
    }

    /** Ignores an invalid URL: it is only shown, so the peer is not refused for it. */
    private static Implementation withWebsite(Implementation it, @Nullable String url) {
        try {
            return it.withWebsiteUrl(url);
        } catch (IllegalArgumentException e) {
            return it;
        }
    }

    static Codec<InitializeParams> initialize(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("protocolVersion", it.protocolVersion());
                    Write.one(out, "capabilities", it.capabilities(), of.clientCapabilities);
                    Write.one(out, "clientInfo", it.clientInfo(), of.implementation);
                },
                in -> new InitializeParams(
                        in.text("protocolVersion"),
                        in.one("capabilities", of.clientCapabilities::read),
                        in.one("clientInfo", of.implementation::read),
                        in.meta()));
    }

    static Codec<InitializeResult> initialized(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("protocolVersion", it.protocolVersion());
                    Write.one(out, "capabilities", it.capabilities(), of.serverCapabilities);
                    Write.one(out, "serverInfo", it.serverInfo(), of.implementation);
                    out.field("instructions", it.instructions());
                },
                in -> new InitializeResult(
                        in.text("protocolVersion"),
                        in.one("capabilities", of.serverCapabilities::read),
                        in.one("serverInfo", of.implementation::read),
                        in.textOrNull("instructions"),
                        in.meta()));
    }

    static Codec<DiscoverResult> discovered(Elements of) {
        return new SimpleCodec<>(
                (out, it) -> {
                    Write.texts(out, "supportedVersions", it.supportedVersions());
                    Write.one(out, "capabilities", it.capabilities(), of.serverCapabilities);
                    out.field("instructions", it.instructions());
                },
                in -> new DiscoverResult(
                        in.texts("supportedVersions"),
                        in.one("capabilities", of.serverCapabilities::read),
                        in.textOrNull("instructions"),
                        CommonMembers.caching(in),
                        in.meta()));
    }
}
