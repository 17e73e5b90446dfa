extension KeyVocabulary {
    /// What `strict` adds: names that are fit for a report of an application, and unfit for one of a checkout.
    static let strict: [Group] = [
        Group.take(.apiKey, "publickey xpublickey publishablekey clientkey").strictly,
        Group.take(
            .bankAccount,
            """
            transactionreference transactionref utr swift bankreference upi account accountholder beneficiaryifsc \
            bankcode virtualpaymentaddress acct acctref clabe cbu
            """
        ).strictly,
        Group.take(.pan, hints: .card, "pan").strictly,
        Group.take(
            .phone,
            hints: .phone,
            "contact contacts contactinfo telepon notelp nohp telefono telefon telefone handphone momo"
        ).strictly,
        Group.take(.expiry, exact: true, "exp expiry expirydate expirationdate expiration expdate validthru").strictly,
        Group.take(
            .name,
            """
            displayname nickname initials salutation username holder payeename sendername receivername personname \
            contactname accountname accountholdername nama namalengkap nombre apellido apellidos prenom vorname nachname
            """
        ).strictly,
        Group.take(
            .address,
            """
            address addresses line1 line2 line3 city town district province postalcode postcode zip zipcode \
            housenumber apartment building landmark alamat direccion adresse anschrift endereco gps latitude longitude lat lon lng exif coordinates geo
            """
        ).strictly,
        Group.take(.url, "paymenturl checkouturl sessionurl receipturl invoiceurl documenturl downloadurl").strictly,
        Group.take(
            .session,
            """
            sessionid session sessiontoken checkoutsession checkoutsessionid sessid paymentid subscriptionid \
            purchaseintentid receiptnumber paymentintentid
            """
        ).strictly,
        Group.take(.secret, "realm proposedcredential licensekey licensekeys licencekey")
            .strictly,
        Group.take(.encryptedCard, "paymentdata paymentmethoddata").strictly,
        Group.take(
            .path,
            "path filepath filename file files directory folder localpath filenames originalfilename paths filepaths"
        )
        .strictly,
        Group.take(.nationalID, "nik ktp nric mykad npwp rut cedula cuil nino pesel bsn").strictly,
        Group.take(.email, "correo surel correoelectronico").strictly,
        Group.take(.birthDate, "tanggallahir tgllahir fechanacimiento geburtsdatum").strictly,
        Group.hint(
            .fileSlot,
            """
            image images document documents attachment attachments photo photos picture pictures avatar upload uploads \
            scan selfie asset screenshot proof receipt
            """
        ).strictly,
        Group.hint(.form, "params parameters query queryparams form formdata formdatas prefill").strictly,
        Group.hint([.form, .part], "fields inputs").strictly,
        Group.take(.device, "deviceid vendorid installationid devicemodelname hostname udid serialnumber").strictly,
        Group.take(.pin, "approvalcode").strictly,
        Group.take(.freeText, exact: true, "previous previousvalue oldvalue newvalue old new").strictly,
        Group.hint(
            .freeText,
            """
            desc content contents memo remark remarks narration failurereason failuremessage purpose \
            caption message msg detail details text note notes body html description debugdescription localizeddescription stack \
            stacktrace nativestack exception presenter label comment comments userinfo \
            callstack backtrace errormessage statusmessage
            """
        ).strictly,
        Group.hint(
            .container,
            """
            customer buyer payer remitter beneficiary order raw pending rawresponse headers lineitems sender \
            recipient shopper payee user rawbody requestheaders responseheaders billing shipping billingdetails \
            shippingdetails personaldetails
            """
        ).strictly,
    ]
}
